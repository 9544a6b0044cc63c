// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of a target for a layer of codes: requantization and accumulator.
#pragma once

#include "core/quant/layer_study.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace edgewright::views {

class ArithmeticControls final : public QWidget {
    Q_OBJECT
public:
    explicit ArithmeticControls(QWidget* parent = nullptr);
    void set(const quant::StudyOptions& options); // without announcing it

signals:
    void changed(const edgewright::quant::StudyOptions& options); // by the person

private:
    void announce();

    quant::StudyOptions m_options;
    bool m_setting = false;
    QComboBox *m_requantize, *m_accumulation, *m_overflow;
    QSpinBox* m_bits;
};

} // namespace edgewright::views
