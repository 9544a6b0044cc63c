// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/model_answer.h"

#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/quant/calibration/range_method.h"
#include "core/quant/layer/study_fields.h"
#include "views/int8/model/layer_measures.h"
#include "views/support/answer_line.h"
#include "views/support/capital.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <span>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxLayersTold = 6; // of those that stay in float32
constexpr int LongestLayerName = 40;     // characters

struct AnswerWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Int8Answer)
};

QString activationsText(const quant::Scheme& scheme) {
    const char* type = scheme.type == quant::CodeType::UInt8   ? "uint8"
                       : scheme.type == quant::CodeType::Int16 ? "int16"
                                                               : "int8";
    const QString name = QString::fromLatin1(type);
    return scheme.symmetric ? AnswerWords::tr("symmetric %1 activations").arg(name)
                            : AnswerWords::tr("%1 activations").arg(name);
}

// Each field that is not as in `usual`, unless it counts only beside a choice that another one does not have:
// "equalize layers", "rounding half up", "weights: limits of the codes one bit less".
template <typename S>
void addUnusual(QStringList& parts, std::span<const Field<S>> fields, const S& chosen, const S& usual,
                const QString& of = {}) {
    const auto isChosen = [&](std::string_view mode) {
        return std::ranges::any_of(
            fields, [&](const Field<S>& field) { return field.get(chosen) == FieldValue(std::string(mode)); });
    };
    for (const Field<S>& field : fields) {
        const FieldValue value = field.get(chosen);
        if (value == field.get(usual) || (!field.onlyIn.empty() && !isChosen(field.onlyIn))) continue;
        QString text = inSentence(settingWords(field.title));
        if (value != FieldValue(true)) text += u' ' + valueText(field, value);
        parts << (of.isEmpty() ? text : AnswerWords::tr("%1: %2").arg(of, text));
    }
}

// `used` of all the samples that are there.
QString samplesText(const dataset::DataSource& source, std::size_t used, std::size_t all) {
    const QString name = QString::fromStdString(source.title());
    if (source.isRandom()) return AnswerWords::tr("random inputs, which say little about real ones");
    return used < all ? AnswerWords::tr("%1, which has %2").arg(name).arg(all) : name;
}

QString dataText(const pipeline::Calibrated& model, std::size_t used) {
    const QString data = samplesText(model.comparedOn, used, model.samples ? model.samples->available() : used);
    if (!model.comparedOn.hasInputsOf(model.source)) return data;
    return model.inputs && model.inputs->count() == used
               ? AnswerWords::tr("%1, the same that its ranges are from").arg(data)
               : AnswerWords::tr("%1, some of which its ranges are from, too").arg(data);
}

// A percentage of one sample is no percentage: the doubt comes first.
QString doubtFirst(const QString& claim, std::size_t samples) {
    return samples == 1 ? AnswerLine::alarm(AnswerWords::tr("One sample says little:")) + u' ' + claim : claim;
}

// The answers of the model that are left.
QString verdictText(const pipeline::TopCounts& counts, std::span<const pipeline::Int8Output> outputs) {
    const QString mark = AnswerLine::mark(Sureness::Measured);
    const auto sureOf = [](const std::optional<pipeline::CountedShare>& share) {
        return share ? QStringLiteral(" (%1)").arg(QString::fromStdString(share->ends())) : QString();
    };
    const int samples = static_cast<int>(counts.samples);
    if (const auto fp32 = counts.accuracyFp32(), int8 = counts.accuracyInt8(); fp32 && int8)
        return doubtFirst(AnswerWords::tr("INT8 keeps %1 %2 of %3 accuracy on %n labelled samples", nullptr,
                                          static_cast<int>(counts.labelled))
                              .arg(mark, percentText(*int8) + sureOf(counts.rightInt8()),
                                   percentText(*fp32) + sureOf(counts.rightFp32())),
                          counts.labelled);
    const pipeline::WeakestOutput weakest = pipeline::weakestOf(outputs);
    QString sqnr = mark + u' ' + decibelText(weakest.sqnrDb);
    if (weakest.spread.samples > 1)
        sqnr += QStringLiteral(" (%1)").arg(QString::fromStdString(weakest.spread.text()));
    const QString kept = weakest.name.empty()
                             ? AnswerWords::tr("INT8 keeps %1 at the output").arg(sqnr)
                             : AnswerWords::tr("at its worst output, %1, INT8 keeps %2")
                                   .arg(QString::fromStdString(weakest.name).toHtmlEscaped(), sqnr);
    const QString claim =
        counts.unclassed > 0
            ? AnswerWords::tr("%1 on %n samples", nullptr, samples).arg(kept)
            : AnswerWords::tr("%1 and agrees with float32 on %2 of %n samples%3", nullptr, samples)
                  .arg(kept, QString::number(counts.agreed), sureOf(counts.agreeing()));
    return doubtFirst(counts.samples != 1 ? withCapital(claim) : claim, counts.samples);
}

// `layer`: as it is shown. Without it in integers the weakest output goes from `before` to `after`.
QString gainText(const QString& layer, const pipeline::WeakestOutput& before,
                 const pipeline::WeakestOutput& after) {
    const QString was = before.name == after.name ? QString() : QString::fromStdString(before.behind());
    return AnswerWords::tr("In float32 %1 gains most: %2 → %3 at %4.")
        .arg(layer, decibelText(before.sqnrDb) + was.toHtmlEscaped(), decibelText(after.sqnrDb),
             QString::fromStdString(after.place()).toHtmlEscaped());
}

} // namespace

QString schemeText(const quant::StudyOptions& codes, const pipeline::QuantizationSettings& quantization) {
    const quant::Scheme &weights = codes.weightScheme, &activations = codes.activationScheme;
    QStringList parts;
    parts << (codes.weights == quant::Granularity::PerChannel ? AnswerWords::tr("per channel")
                                                              : AnswerWords::tr("per tensor"));
    if (weights.type != quant::CodeType::Int8)
        parts << (weights.type == quant::CodeType::Int4 ? AnswerWords::tr("int4 weights")
                                                        : AnswerWords::tr("int16 weights"));
    parts << activationsText(activations)
          << AnswerWords::tr("ranges by %1").arg(settingWords(quant::rangeMethodTitle(quantization.method)));
    // The rest is beside what these words say.
    quant::StudyOptions usual;
    usual.weights = codes.weights;
    const auto usualScheme = [](quant::CodeType type, bool symmetric) {
        return quant::Scheme{type, symmetric, quant::usualLimits(type, symmetric), false};
    };
    pipeline::QuantizationSettings usualWays;
    usualWays.method = quantization.method;
    addUnusual(parts, quant::codeFields(), codes, usual);
    addUnusual(parts, quant::schemeFields(), weights,
               usualScheme(weights.type, quant::DefaultWeights.symmetric), AnswerWords::tr("weights"));
    addUnusual(parts, quant::schemeFields(), activations, usualScheme(activations.type, activations.symmetric),
               AnswerWords::tr("activations"));
    addUnusual(parts, pipeline::quantizationFields(), quantization, usualWays);
    return parts.join(QStringLiteral(", "));
}

bool comesQuantized(const pipeline::Analysis& analysis) {
    return analysis.typed && pipeline::firstOnCodes(*analysis.typed->graph);
}

PageWords quantizedAnswer(const pipeline::CodedProducts& products, const pipeline::DequantizedModel* compared) {
    const auto coded = static_cast<std::int64_t>(products.layers.size());
    const int all = static_cast<int>(products.layers.size() + products.inFloat);
    PageWords words{
        AnswerWords::tr("This model is quantized already: %1 of its %n layers run in integers", nullptr, all)
            .arg(integerText(coded)) +
        u'.'};
    if (compared) {
        words.headline += u' ' + verdictText(compared->change.tops, compared->change.outputs) + u'.';
        words.conditions << AnswerWords::tr("beside the same graph in float32")
                         << samplesText(compared->comparedOn, compared->change.tops.samples,
                                        compared->available);
        words.reasons << withCapital(QString::fromStdString(compared->text()).toHtmlEscaped()) + u'.';
        if (const std::string worst = compared->change.worstSampleText(); !worst.empty())
            words.reasons
                << AnswerWords::tr("The worst sample: %1.").arg(QString::fromStdString(worst).toHtmlEscaped());
    }
    words.reasons << AnswerWords::tr(
                         "The codes are those of the file: each layer has its scales and zero points "
                         "below, and a click selects it on every page.")
                  << AnswerWords::tr(
                         "To choose other codes, ranges or remedies, open the model in float that it "
                         "was made of.")
                  << AnswerWords::tr("Graph, Memory, Accelerator and Measure show it as it is.");
    return words;
}

std::optional<std::size_t> namedLayer(const pipeline::QuantizedModel& model,
                                      const pipeline::Sensitivity* sensitivity) {
    if (!sensitivity || !sensitivity->knowsGains()) {
        const auto order = worstLayers(model, sensitivity, LayerMeasure::SqnrAlone);
        return order.empty() ? std::nullopt : std::optional(order.front());
    }
    const auto best = sensitivity->bestInFloat();
    if (!best) return std::nullopt;
    const auto& layers = model.report.layers;
    const auto found =
        std::ranges::find(layers, sensitivity->layers[*best].product, &pipeline::QuantizedLayer::product);
    return found == layers.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - layers.begin()));
}

PageWords modelAnswer(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity) {
    const pipeline::QuantizedReport& report = model.report;
    PageWords words{
        verdictText(report.counts, report.outputs),
        {dataText(*model.model, report.counts.samples), schemeText(model.int8.study, model.quantization)}};
    if (report.bytesAfter > 0) {
        words.headline += AnswerWords::tr("; weights are %1 smaller")
                              .arg(ratioText(static_cast<double>(report.bytesBefore),
                                             static_cast<double>(report.bytesAfter)));
        words.reasons << AnswerWords::tr("The weights go from %1 to %2.")
                             .arg(bytesText(report.bytesBefore), bytesText(report.bytesAfter));
    }
    if (model.model->source.isRandom() && !model.model->comparedOn.isRandom())
        words.headline +=
            QStringLiteral("; ") + AnswerLine::alarm(AnswerWords::tr("its ranges are of random inputs"));
    words.headline += u'.';
    if (!report.samples.empty())
        if (const std::string unusable =
                pipeline::unusableText(report.change(), model.model->calibration.unlike);
            !unusable.empty())
            words.conditions.prepend(QString::fromStdString(unusable));
    const bool knowsGains = sensitivity && sensitivity->knowsGains();
    if (const auto layer = namedLayer(model, sensitivity)) {
        const QString name =
            AnswerLine::link(QStringLiteral("layer"),
                             shortName(QString::fromStdString(report.layers[*layer].name), LongestLayerName));
        words.reasons << (knowsGains
                              ? gainText(name, sensitivity->inIntegers.weakest(),
                                         sensitivity->layers[*sensitivity->bestInFloat()].inFloat.weakest())
                              : AnswerWords::tr("By itself %1 is least exact: %2 at its own output.")
                                    .arg(name, decibelText(report.layers[*layer].localSqnrDb)));
    } else if (knowsGains) {
        words.reasons << AnswerWords::tr(
            "No single layer in float32 gains anything that these samples tell from chance.");
    }
    if (const QString remedies = remediesText(model.improved); !remedies.isEmpty()) words.reasons << remedies;
    const std::vector<std::string> inFloat = pipeline::floatLayerSentences(model.improved);
    for (const std::string& each : std::span(inFloat).first(std::min(inFloat.size(), MaxLayersTold)))
        words.reasons << QString::fromStdString(each).toHtmlEscaped();
    if (inFloat.size() > MaxLayersTold)
        words.reasons << AnswerWords::tr("… and %1 more")
                             .arg(integerText(static_cast<std::int64_t>(inFloat.size() - MaxLayersTold)));
    return words;
}

QString remediesText(const pipeline::Improved& improved) {
    QStringList parts;
    for (const pipeline::RemedyEffect& effect : improved.effects) {
        QString name;
        if (effect.name == "none") name = AnswerWords::tr("without remedies");
        if (effect.name == "equalize")
            name = AnswerWords::tr("%n pairs equalized", nullptr, static_cast<int>(improved.equalized.size()));
        if (effect.name == "float_layers")
            name =
                AnswerWords::tr("%n layers in float32", nullptr, static_cast<int>(improved.floatLayers.size()));
        if (effect.name == "correct_bias")
            name = AnswerWords::tr("%n biases corrected", nullptr, static_cast<int>(improved.corrected.size()));
        QString text = name + QStringLiteral(": ") + decibelText(effect.change.outputSqnrDb()) +
                       QString::fromStdString(effect.change.weakest().behind()).toHtmlEscaped();
        if (const auto accuracy = effect.change.tops.rightInt8())
            text += QStringLiteral(", ") + QString::fromStdString(accuracy->text());
        parts << text;
    }
    return parts.join(QStringLiteral("  →  "));
}

} // namespace edgewright::views
