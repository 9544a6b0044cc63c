// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerator as a form: a preset, array, dataflow, SRAM, DRAM bandwidth, clock, precision.
#pragma once

#include "core/cost/accelerator.h"

#include <QWidget>

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

signals:
    void changed(const edgewright::cost::Accelerator& accelerator); // by the person

private:
    QSpinBox* field(const QString& name, const QString& label, int most);
    void announce();

    cost::Accelerator m_accelerator;
    bool m_setting = false;
    QSpinBox *m_rows, *m_cols, *m_arrays, *m_ifmap, *m_filter, *m_ofmap, *m_bandwidth;
    QDoubleSpinBox* m_clock;
    QComboBox *m_preset, *m_dataflow, *m_precision, *m_objective;
    QCheckBox *m_overlaps, *m_packs;
    QLabel *m_rate, *m_checked = nullptr; // the bandwidth in GB/s
};

} // namespace edgewright::views
