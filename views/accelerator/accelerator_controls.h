// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerator as a form: a preset, array, dataflow, SRAM, DRAM bandwidth, clock, precision.
#pragma once

#include "core/cost/accelerator.h"
#include "core/device/roof/roof.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace edgewright::views {

class AcceleratorControls final : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorControls(QWidget* parent = nullptr);
    void set(const cost::Accelerator& accelerator); // without announcing it
    // To choose from behind the presets: what was measured of this machine; null: nothing was.
    void setRoof(const device::Roof* roof);

signals:
    void changed(const edgewright::cost::Accelerator& accelerator); // by the person

private:
    struct Choice {
        QString title, tip, checked; // `checked`: how far its numbers can be trusted
        cost::Accelerator accelerator;
    };
    void showChoices();
    QSpinBox* field(const QString& name, const QString& label, int most);
    void announce();

    std::vector<Choice> m_presets, m_measured;
    cost::Accelerator m_accelerator;
    bool m_setting = false;
    QSpinBox *m_rows, *m_cols, *m_arrays, *m_ifmap, *m_filter, *m_ofmap, *m_bandwidth;
    QDoubleSpinBox* m_clock;
    QComboBox *m_preset, *m_dataflow, *m_precision, *m_objective;
    QCheckBox *m_overlaps, *m_packs;
    QLabel* m_rate; // the bandwidth in GB/s
    QLabel* m_checked;
};

} // namespace edgewright::views
