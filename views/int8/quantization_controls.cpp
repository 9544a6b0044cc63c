// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/quantization_controls.h"

#include "core/pipeline/settings/setting_fields.h"
#include "core/quant/layer/study_fields.h"
#include "views/support/field/field_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSignalBlocker>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

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

// After its type or its middle has changed.
void fitLimits(quant::Scheme& scheme, bool reduced) {
    scheme.limits = reduced ? quant::Limits::Reduced : quant::usualLimits(scheme.type, scheme.symmetric);
}

} // namespace

QuantizationControls::QuantizationControls(SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings) {
    using pipeline::Int8Options, pipeline::Settings;
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    addSchemes(*form);
    for (const auto& field : quant::codeFields())
        if (!field.isRare)
            settingEditor<&Settings::int8, &Int8Options::study>(settings, field, this)->addTo(*form);
    for (const auto& field : pipeline::quantizationFields())
        if (!field.isRare) settingEditor<&Settings::quantization>(settings, field, this)->addTo(*form);
    QFormLayout* const rare = addFold(*form, tr("Percentile, seed of rounding"));
    for (const auto& field : quant::codeFields())
        if (field.isRare)
            settingEditor<&Settings::int8, &Int8Options::study>(settings, field, this)->addTo(*rare);
    for (const auto& field : pipeline::quantizationFields())
        if (field.isRare) settingEditor<&Settings::quantization>(settings, field, this)->addTo(*rare);
    connect(&settings, &SettingsModel::changed, this, &QuantizationControls::showSchemes);
    showSchemes();
}

QComboBox* QuantizationControls::addBox(QFormLayout& form, const QString& name, const QString& label) {
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form.addRow(label, box);
    return box;
}

void QuantizationControls::addSchemes(QFormLayout& form) {
    m_weights = addBox(form, u"weightCodes"_s, tr("Weights"));
    for (const auto type : {quant::CodeType::Int8, quant::CodeType::Int4, quant::CodeType::Int16})
        m_weights->addItem(choiceTitle(quant::CodeTypes[static_cast<std::size_t>(type)]),
                           static_cast<int>(type));
    connect(m_weights, &QComboBox::currentIndexChanged, this, [this] {
        change(tr("Codes of weights"), [this](quant::Scheme& weights, quant::Scheme&) {
            weights.type = static_cast<quant::CodeType>(m_weights->currentData().toInt());
            fitLimits(weights, weights.limits == quant::Limits::Reduced);
        });
    });
    m_activations = addBox(form, u"activationCodes"_s, tr("Activations"));
    const auto add = [](QComboBox& box, const QString& text, const QString& hint) {
        box.addItem(text);
        box.setItemData(box.count() - 1, hint, Qt::ToolTipRole);
    };
    add(*m_activations, tr("uint8"), tr("Asymmetric, as ONNX Runtime's static quantizer does it on x86"));
    add(*m_activations, tr("int8"), tr("Asymmetric, as TFLite does it"));
    add(*m_activations, tr("int8, symmetric"), tr("Zero point 0, as TensorRT does it"));
    add(*m_activations, tr("uint8, symmetric"), tr("Zero point 128"));
    add(*m_activations, tr("int16, symmetric"), tr("Zero point 0, TFLite's 16x8 scheme"));
    connect(m_activations, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index < 0) return;
        change(tr("Codes of activations"), [index](quant::Scheme&, quant::Scheme& activations) {
            activations.type = ActivationChoices[static_cast<std::size_t>(index)].type;
            activations.symmetric = ActivationChoices[static_cast<std::size_t>(index)].symmetric;
            fitLimits(activations, activations.limits == quant::Limits::Reduced);
        });
    });
    m_limits = addBox(form, u"codeLimits"_s, tr("Codes"));
    add(*m_limits, tr("usual"), tr("All of the type; symmetric ones without the lowest"));
    add(*m_limits, tr("one bit less"), tr("For AVX2 without VNNI: sums of two products stay within 16 bits"));
    connect(m_limits, &QComboBox::currentIndexChanged, this, [this](int index) {
        change(tr("Limits of the codes"), [index](quant::Scheme& weights, quant::Scheme& activations) {
            fitLimits(weights, index == ReducedLimits);
            fitLimits(activations, index == ReducedLimits);
        });
    });
    m_powers = new QCheckBox(tr("Scales are powers of two"), this);
    m_powers->setObjectName(u"powersOfTwo"_s);
    m_powers->setToolTip(tr("Requantization is a shift"));
    connect(m_powers, &QCheckBox::toggled, this, [this](bool on) {
        change(tr("Scales as powers of two"), [on](quant::Scheme& weights, quant::Scheme& activations) {
            weights.powerOfTwo = activations.powerOfTwo = on;
        });
    });
    form.addRow(m_powers);
}

void QuantizationControls::change(const QString& what,
                                  const std::function<void(quant::Scheme&, quant::Scheme&)>& edit) {
    m_settings.change(
        what, [&](pipeline::Settings& s) { edit(s.int8.study.weightScheme, s.int8.study.activationScheme); });
}

void QuantizationControls::showSchemes() {
    const quant::StudyOptions& codes = m_settings.get().int8.study;
    const QSignalBlocker silent[] = {QSignalBlocker(m_weights), QSignalBlocker(m_activations),
                                     QSignalBlocker(m_limits), QSignalBlocker(m_powers)};
    m_weights->setCurrentIndex(m_weights->findData(static_cast<int>(codes.weightScheme.type)));
    m_activations->setCurrentIndex(activationChoice(codes.activationScheme));
    m_limits->setCurrentIndex(codes.activationScheme.limits == quant::Limits::Reduced ? ReducedLimits : 0);
    m_powers->setChecked(codes.activationScheme.powerOfTwo);
}

} // namespace edgewright::views
