// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/int8_controls.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace edgewright::views {

using namespace Qt::StringLiterals;

Int8Controls::Int8Controls(QWidget* parent) : QWidget(parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    const auto add = [&](QWidget* field, const QString& name, const QString& label) {
        field->setObjectName(name);
        field->setAccessibleName(label);
        form->addRow(label, field);
    };
    m_weights = new QComboBox(this);
    m_weights->addItem(tr("Per channel"), static_cast<int>(quant::Granularity::PerChannel));
    m_weights->addItem(tr("Per tensor"), static_cast<int>(quant::Granularity::PerTensor));
    add(m_weights, u"weightGranularity"_s, tr("Weights"));
    m_requantize = new QComboBox(this);
    m_requantize->addItem(tr("float32"), static_cast<int>(quant::Requantize::Float32));
    m_requantize->addItem(tr("float64"), static_cast<int>(quant::Requantize::Float64));
    m_requantize->addItem(tr("fixed point"), static_cast<int>(quant::Requantize::FixedPoint));
    m_requantize->setItemData(0, tr("As ONNX Runtime computes it"), Qt::ToolTipRole);
    m_requantize->setItemData(1, tr("The same in double precision"), Qt::ToolTipRole);
    m_requantize->setItemData(2, tr("Integer multiplier and shift, one rounding (TFLite, XNNPACK)"),
                              Qt::ToolTipRole);
    add(m_requantize, u"requantize"_s, tr("Requantize"));
    m_bits = new QSpinBox(this);
    m_bits->setRange(8, 32);
    m_bits->setSuffix(tr(" bits"));
    m_bits->setAlignment(Qt::AlignRight);
    m_bits->setKeyboardTracking(false);
    add(m_bits, u"accumulatorBits"_s, tr("Accumulator"));
    m_overflow = new QComboBox(this);
    m_overflow->addItem(tr("Wrap"), static_cast<int>(quant::Overflow::Wrap));
    m_overflow->addItem(tr("Saturate"), static_cast<int>(quant::Overflow::Saturate));
    add(m_overflow, u"overflow"_s, tr("Overflow"));
    for (QComboBox* box : {m_weights, m_requantize, m_overflow})
        connect(box, &QComboBox::currentIndexChanged, this, &Int8Controls::announce);
    connect(m_bits, &QSpinBox::valueChanged, this, &Int8Controls::announce);
    set({});
}

void Int8Controls::set(const quant::StudyOptions& options) {
    m_options = options;
    m_setting = true;
    m_weights->setCurrentIndex(m_weights->findData(static_cast<int>(options.weights)));
    m_requantize->setCurrentIndex(m_requantize->findData(static_cast<int>(options.requantize)));
    m_overflow->setCurrentIndex(m_overflow->findData(static_cast<int>(options.overflow)));
    m_bits->setValue(options.accumulatorBits);
    m_setting = false;
}

void Int8Controls::announce() {
    if (m_setting) return;
    m_options.weights = static_cast<quant::Granularity>(m_weights->currentData().toInt());
    m_options.requantize = static_cast<quant::Requantize>(m_requantize->currentData().toInt());
    m_options.overflow = static_cast<quant::Overflow>(m_overflow->currentData().toInt());
    m_options.accumulatorBits = m_bits->value();
    emit changed(m_options);
}

} // namespace edgewright::views
