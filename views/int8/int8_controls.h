// SPDX-License-Identifier: GPL-3.0-or-later
// How the layer is quantized: weights, requantization, accumulator.
#pragma once

#include "core/quant/layer_study.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace edgewright::views {

class Int8Controls final : public QWidget {
    Q_OBJECT
public:
    explicit Int8Controls(QWidget* parent = nullptr);
    void set(const quant::StudyOptions& options); // without announcing it

signals:
    void changed(const edgewright::quant::StudyOptions& options); // by the person

private:
    void announce();

    quant::StudyOptions m_options;
    bool m_setting = false;
    QComboBox *m_weights, *m_requantize, *m_overflow;
    QSpinBox* m_bits;
};

} // namespace edgewright::views
