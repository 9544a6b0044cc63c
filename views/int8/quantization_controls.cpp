// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/quantization_controls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxSamples = 100000;

// What an entry of the box for activations stands for.
struct ActivationCodes {
    quant::CodeType type;
    bool symmetric;
};
constexpr std::array<ActivationCodes, 5> ActivationChoices{{{quant::CodeType::UInt8, false},
                                                            {quant::CodeType::Int8, false},
                                                            {quant::CodeType::Int8, true},
                                                            {quant::CodeType::UInt8, true},
                                                            {quant::CodeType::Int16, true}}};

int activationChoice(const quant::Scheme& scheme) {
    for (std::size_t i = 0; i < ActivationChoices.size(); ++i)
        if (ActivationChoices[i].type == scheme.type && ActivationChoices[i].symmetric == scheme.symmetric)
            return static_cast<int>(i);
    return -1;
}

// The entry for one bit less than usual.
constexpr int ReducedLimits = 1;

template <typename Enumeration>
void addEntry(QComboBox& box, const QString& text, Enumeration value, const QString& hint = {}) {
    box.addItem(text, static_cast<int>(value));
    if (!hint.isEmpty()) box.setItemData(box.count() - 1, hint, Qt::ToolTipRole);
}

} // namespace

QuantizationControls::QuantizationControls(QWidget* parent) : QWidget(parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    addCodes(*form);
    addCalibration(*form);
    addRemedies(*form);
    for (QComboBox* box : {m_granularity, m_weights, m_activations, m_limits, m_rounding, m_method})
        connect(box, &QComboBox::currentIndexChanged, this, &QuantizationControls::announce);
    for (QCheckBox* box : {m_powers, m_folds, m_equalize, m_correct})
        connect(box, &QCheckBox::toggled, this, &QuantizationControls::announce);
    for (QSpinBox* box : {m_samples, m_floatLayers})
        connect(box, &QSpinBox::valueChanged, this, &QuantizationControls::announce);
    connect(m_source, &QComboBox::activated, this, &QuantizationControls::chooseSource);
    set({}, {});
}

QComboBox* QuantizationControls::addBox(QFormLayout& form, const QString& name, const QString& label) {
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form.addRow(label, box);
    return box;
}

void QuantizationControls::addCodes(QFormLayout& form) {
    m_granularity = addBox(form, u"weightGranularity"_s, tr("Scales"));
    addEntry(*m_granularity, tr("per channel"), quant::Granularity::PerChannel,
             tr("One scale for each output channel of the weights"));
    addEntry(*m_granularity, tr("per tensor"), quant::Granularity::PerTensor, tr("One scale for all weights"));
    m_weights = addBox(form, u"weightCodes"_s, tr("Weights"));
    addEntry(*m_weights, u"int8"_s, quant::CodeType::Int8);
    addEntry(*m_weights, u"int4"_s, quant::CodeType::Int4);
    addEntry(*m_weights, u"int16"_s, quant::CodeType::Int16);
    m_activations = addBox(form, u"activationCodes"_s, tr("Activations"));
    m_activations->addItem(tr("uint8"));
    m_activations->addItem(tr("int8"));
    m_activations->addItem(tr("int8, symmetric"));
    m_activations->addItem(tr("uint8, symmetric"));
    m_activations->addItem(tr("int16, symmetric"));
    m_activations->setItemData(0, tr("Asymmetric, as ONNX Runtime's static quantizer does it on x86"),
                               Qt::ToolTipRole);
    m_activations->setItemData(1, tr("Asymmetric, as TFLite does it"), Qt::ToolTipRole);
    m_activations->setItemData(2, tr("Zero point 0, as TensorRT does it"), Qt::ToolTipRole);
    m_activations->setItemData(3, tr("Zero point 128"), Qt::ToolTipRole);
    m_activations->setItemData(4, tr("Zero point 0, TFLite's 16x8 scheme"), Qt::ToolTipRole);
    m_limits = addBox(form, u"codeLimits"_s, tr("Codes"));
    m_limits->addItem(tr("usual"));
    m_limits->addItem(tr("one bit less"));
    m_limits->setItemData(0, tr("All of the type; symmetric ones without the lowest"), Qt::ToolTipRole);
    m_limits->setItemData(ReducedLimits, tr("For AVX2 without VNNI: sums of two products stay within 16 bits"),
                          Qt::ToolTipRole);
    m_rounding = addBox(form, u"rounding"_s, tr("Rounding"));
    addEntry(*m_rounding, tr("half to even"), quant::Rounding::HalfEven, tr("ONNX, ONNX Runtime, PyTorch"));
    addEntry(*m_rounding, tr("half away from 0"), quant::Rounding::HalfAway,
             tr("std::round, TFLite's quantize, gemmlowp"));
    addEntry(*m_rounding, tr("half up"), quant::Rounding::HalfUp,
             tr("Single rounding in fixed point: TFLite, XNNPACK"));
    addEntry(*m_rounding, tr("towards 0"), quant::Rounding::Truncate,
             tr("A cast in C, hardware that drops the low bits"));
    addEntry(*m_rounding, tr("stochastic"), quant::Rounding::Stochastic,
             tr("No bias on the mean; in training with few bits"));
    m_powers = new QCheckBox(tr("Scales are powers of two"), this);
    m_powers->setObjectName(u"powersOfTwo"_s);
    m_powers->setToolTip(tr("Requantization is a shift"));
    form.addRow(m_powers);
}

void QuantizationControls::addCalibration(QFormLayout& form) {
    m_method = addBox(form, u"rangeMethod"_s, tr("Ranges"));
    for (const quant::RangeMethod* method : quant::rangeMethods()) {
        const QString name =
            QString::fromUtf8(method->name.data(), static_cast<qsizetype>(method->name.size()));
        m_method->addItem(QString(name).replace(u'_', u' '), name);
        m_method->setItemData(
            m_method->count() - 1,
            QString::fromUtf8(method->summary.data(), static_cast<qsizetype>(method->summary.size())),
            Qt::ToolTipRole);
    }
    m_source = addBox(form, u"calibrationSource"_s, tr("Data"));
    m_samples = new QSpinBox(this);
    m_samples->setObjectName(u"calibrationSamples"_s);
    m_samples->setAccessibleName(tr("Samples at most"));
    m_samples->setToolTip(tr("At most so many to calibrate on, and to compare on"));
    m_samples->setRange(1, MaxSamples);
    m_samples->setAlignment(Qt::AlignRight);
    m_samples->setKeyboardTracking(false);
    form.addRow(tr("Samples"), m_samples);
    m_folds = new QCheckBox(tr("Fold batch norms first"), this);
    m_folds->setObjectName(u"foldFirst"_s);
    m_folds->setToolTip(tr("The fused graph is what is quantized, as a target would do it"));
    form.addRow(m_folds);
}

void QuantizationControls::addRemedies(QFormLayout& form) {
    m_equalize = new QCheckBox(tr("Equalize layers"), this);
    m_equalize->setObjectName(u"equalize"_s);
    m_equalize->setToolTip(tr("Cross-layer equalization: channels of neighbours are scaled to like ranges"));
    m_correct = new QCheckBox(tr("Correct biases"), this);
    m_correct->setObjectName(u"correctBias"_s);
    m_correct->setToolTip(tr("The mean error of every output channel is taken from its bias"));
    form.addRow(m_equalize);
    form.addRow(m_correct);
    m_floatLayers = new QSpinBox(this);
    m_floatLayers->setObjectName(u"floatLayers"_s);
    m_floatLayers->setAccessibleName(tr("Layers in float32"));
    m_floatLayers->setToolTip(tr("So many of the layers that cost most stay in float32"));
    m_floatLayers->setRange(0, MaxSamples);
    m_floatLayers->setAlignment(Qt::AlignRight);
    m_floatLayers->setKeyboardTracking(false);
    form.addRow(tr("In float32"), m_floatLayers);
}

void QuantizationControls::set(const quant::StudyOptions& codes,
                               const pipeline::QuantizationSettings& quantization) {
    m_codes = codes;
    m_quantization = quantization;
    m_setting = true;
    m_granularity->setCurrentIndex(m_granularity->findData(static_cast<int>(codes.weights)));
    m_weights->setCurrentIndex(m_weights->findData(static_cast<int>(codes.weightScheme.type)));
    m_activations->setCurrentIndex(activationChoice(codes.activationScheme));
    m_limits->setCurrentIndex(codes.activationScheme.limits == quant::Limits::Reduced ? ReducedLimits : 0);
    m_rounding->setCurrentIndex(m_rounding->findData(static_cast<int>(codes.rounding)));
    m_powers->setChecked(codes.activationScheme.powerOfTwo);
    m_method->setCurrentIndex(m_method->findData(QString::fromStdString(quantization.method)));
    m_samples->setValue(static_cast<int>(std::min<std::size_t>(quantization.samples, MaxSamples)));
    m_folds->setChecked(quantization.folds);
    m_equalize->setChecked(quantization.equalize);
    m_correct->setChecked(quantization.correctBias);
    m_floatLayers->setValue(static_cast<int>(std::min<std::size_t>(quantization.floatLayers, MaxSamples)));
    showSource();
    m_setting = false;
}

void QuantizationControls::showSource() {
    m_source->clear();
    m_source->addItem(tr("beside the model"));
    m_source->setItemData(0, tr("calibration.npy, labels.npy, test_data_set_*, images; else random numbers"),
                          Qt::ToolTipRole);
    const QString path = QString::fromStdString(m_quantization.source.string());
    if (!path.isEmpty()) {
        m_source->addItem(QString::fromStdString(m_quantization.source.filename().string()), path);
        m_source->setItemData(1, path, Qt::ToolTipRole);
        m_source->setCurrentIndex(1);
    }
    m_source->addItem(tr("Folder…"));
    m_source->addItem(tr("File…"));
}

void QuantizationControls::chooseSource(int index) {
    const int count = m_source->count();
    QString path;
    if (index == count - 2)
        path = QFileDialog::getExistingDirectory(this, tr("Folder of inputs"));
    else if (index == count - 1)
        path = QFileDialog::getOpenFileName(this, tr("File of inputs"));
    else
        path = m_source->itemData(index).toString();
    const bool wasAsked = index >= count - 2;
    if (!wasAsked || !path.isEmpty()) m_quantization.source = path.toStdString();
    showSource();
    announce();
}

void QuantizationControls::announce() {
    if (m_setting) return;
    quant::Scheme &weights = m_codes.weightScheme, &activations = m_codes.activationScheme;
    m_codes.weights = static_cast<quant::Granularity>(m_granularity->currentData().toInt());
    weights.type = static_cast<quant::CodeType>(m_weights->currentData().toInt());
    if (const int choice = m_activations->currentIndex(); choice >= 0) {
        activations.type = ActivationChoices[static_cast<std::size_t>(choice)].type;
        activations.symmetric = ActivationChoices[static_cast<std::size_t>(choice)].symmetric;
    }
    const bool reduced = m_limits->currentIndex() == ReducedLimits;
    for (quant::Scheme* scheme : {&weights, &activations}) {
        scheme->limits = reduced ? quant::Limits::Reduced : quant::usualLimits(scheme->type, scheme->symmetric);
        scheme->powerOfTwo = m_powers->isChecked();
    }
    m_codes.rounding = static_cast<quant::Rounding>(m_rounding->currentData().toInt());
    m_quantization.method = m_method->currentData().toString().toStdString();
    m_quantization.samples = static_cast<std::size_t>(m_samples->value());
    m_quantization.folds = m_folds->isChecked();
    m_quantization.equalize = m_equalize->isChecked();
    m_quantization.correctBias = m_correct->isChecked();
    m_quantization.floatLayers = static_cast<std::size_t>(m_floatLayers->value());
    emit changed(m_codes, m_quantization);
}

} // namespace edgewright::views
