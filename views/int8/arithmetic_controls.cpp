// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/arithmetic_controls.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace edgewright::views {

using namespace Qt::StringLiterals;

ArithmeticControls::ArithmeticControls(QWidget* parent) : QWidget(parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    const auto add = [&](QWidget* field, const QString& name, const QString& label) {
        field->setObjectName(name);
        field->setAccessibleName(label);
        form->addRow(label, field);
    };
    m_requantize = new QComboBox(this);
    m_requantize->addItem(tr("float32"), static_cast<int>(quant::Requantize::Float32));
    m_requantize->addItem(tr("float64"), static_cast<int>(quant::Requantize::Float64));
    m_requantize->addItem(tr("fixed point"), static_cast<int>(quant::Requantize::FixedPoint));
    m_requantize->addItem(tr("rounded twice"), static_cast<int>(quant::Requantize::DoubleRounding));
    m_requantize->addItem(tr("15 bits"), static_cast<int>(quant::Requantize::ShortMultiplier));
    m_requantize->setItemData(0, tr("As ONNX Runtime computes it"), Qt::ToolTipRole);
    m_requantize->setItemData(1, tr("The same in double precision"), Qt::ToolTipRole);
    m_requantize->setItemData(2, tr("Integer multiplier and shift, one rounding (TFLite, XNNPACK)"),
                              Qt::ToolTipRole);
    m_requantize->setItemData(3, tr("Fixed point, rounded twice (gemmlowp: TFLite's reference, TFLite Micro)"),
                              Qt::ToolTipRole);
    m_requantize->setItemData(4, tr("Fixed point with a multiplier of 15 bits (CMSIS-NN, 16-bit activations)"),
                              Qt::ToolTipRole);
    add(m_requantize, u"requantize"_s, tr("Requantize"));
    m_accumulation = new QComboBox(this);
    m_accumulation->addItem(tr("one by one"), static_cast<int>(quant::Accumulation::Exact));
    m_accumulation->addItem(tr("in pairs"), static_cast<int>(quant::Accumulation::SaturatingPairs));
    m_accumulation->setItemData(0, tr("Every product is added to the accumulator: VNNI, NEON, most arrays"),
                                Qt::ToolTipRole);
    m_accumulation->setItemData(
        1, tr("Two products at a time in 16 bits that saturate: AVX2 without VNNI (vpmaddubsw)"),
        Qt::ToolTipRole);
    add(m_accumulation, u"accumulation"_s, tr("Products"));
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
    for (QComboBox* box : {m_requantize, m_accumulation, m_overflow})
        connect(box, &QComboBox::currentIndexChanged, this, &ArithmeticControls::announce);
    connect(m_bits, &QSpinBox::valueChanged, this, &ArithmeticControls::announce);
    set({});
}

void ArithmeticControls::set(const quant::StudyOptions& options) {
    m_options = options;
    m_setting = true;
    m_requantize->setCurrentIndex(m_requantize->findData(static_cast<int>(options.requantize)));
    m_accumulation->setCurrentIndex(m_accumulation->findData(static_cast<int>(options.accumulation)));
    m_overflow->setCurrentIndex(m_overflow->findData(static_cast<int>(options.overflow)));
    m_bits->setValue(options.accumulatorBits);
    m_setting = false;
}

void ArithmeticControls::announce() {
    if (m_setting) return;
    m_options.requantize = static_cast<quant::Requantize>(m_requantize->currentData().toInt());
    m_options.accumulation = static_cast<quant::Accumulation>(m_accumulation->currentData().toInt());
    m_options.overflow = static_cast<quant::Overflow>(m_overflow->currentData().toInt());
    m_options.accumulatorBits = m_bits->value();
    emit changed(m_options);
}

} // namespace edgewright::views
