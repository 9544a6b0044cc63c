// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_answer.h"

#include "core/pipeline/quantization/improved/quantized_model.h"
#include "views/support/answer_line.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct LayerWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Int8LayerAnswer)
};

constexpr double ClearlyWider = 2;     // times the median
constexpr double EvenlySpread = 1.5;   // times the mean share, of the channel with most
constexpr double WorthTelling = 0.001; // share of what is clamped
constexpr QLatin1StringView ChannelLink{"channel/"};

QString channelList(const std::vector<std::int64_t>& channels) {
    const auto one = [&](std::size_t i, const QString& text) {
        return AnswerLine::link(ChannelLink + QString::number(channels[i]), text);
    };
    const auto number = [&](std::size_t i) { return one(i, QString::number(channels[i])); };
    switch (channels.size()) {
    case 1:
        return one(0, LayerWords::tr("channel %1").arg(channels[0]));
    case 2:
        return LayerWords::tr("channels %1 and %2").arg(number(0), number(1));
    default:
        return LayerWords::tr("channels %1, %2 and %3").arg(number(0), number(1), number(2));
    }
}

QString widthText(const LayerAnswer& answer) {
    const auto [least, most] = *answer.wider;
    const QString channels = channelList(answer.concentration.channels), times = ratioText(most, 1);
    return answer.concentration.channels.size() == 1
               ? LayerWords::tr("The weights of %1 are %2 wider than those of the median channel.")
                     .arg(channels, times)
               : LayerWords::tr("The weights of %1 are %2 to %3 wider than those of the median channel.")
                     .arg(channels, significant(least), times);
}

// The place of the error.
QString placeText(const LayerAnswer& answer) {
    if (answer.isExact || answer.channels < 2) return {};
    const double share = answer.concentration.share;
    const std::size_t named = answer.concentration.channels.size();
    if (named > 0) {
        const QString channels = channelList(answer.concentration.channels);
        if (share >= 0.5)
            return LayerWords::tr("; most of the squared error (%1) sits in %2")
                .arg(percentText(share), channels);
        return LayerWords::tr("; %1 of the squared error sits in %2 of %3")
            .arg(percentText(share), channels, QString::number(answer.channels));
    }
    if (answer.largestShare * static_cast<double>(answer.channels) < EvenlySpread)
        return LayerWords::tr("; the error is spread evenly over all %1 channels").arg(answer.channels);
    if (answer.channels <= pipeline::MaxNamedChannels)
        return LayerWords::tr("; the error is spread over all %1 channels").arg(answer.channels);
    return LayerWords::tr("; the error is spread over all %1 channels, the three with most of it hold %2")
        .arg(QString::number(answer.channels), percentText(answer.threeLargest));
}

QString tooNarrowText(const LayerAnswer& answer) {
    if (answer.overflows == 0) return {};
    return QStringLiteral("; ") +
           AnswerLine::alarm(
               LayerWords::tr("%1 overflows of the accumulator, which has %2 bits where %3 are needed")
                   .arg(countText(static_cast<double>(answer.overflows)))
                   .arg(answer.accumulatorBits)
                   .arg(answer.bitsNeeded));
}

QString clampedText(const LayerAnswer& answer) {
    const bool inputs = answer.clampedInputs >= WorthTelling, outputs = answer.clamped >= WorthTelling;
    if (inputs && outputs)
        return LayerWords::tr("%1 of the inputs and %2 of the outputs are clamped.")
            .arg(percentText(answer.clampedInputs), percentText(answer.clamped));
    if (inputs) return LayerWords::tr("%1 of the inputs are clamped.").arg(percentText(answer.clampedInputs));
    if (outputs) return LayerWords::tr("%1 of the outputs are clamped.").arg(percentText(answer.clamped));
    return {};
}

} // namespace

LayerAnswer layerAnswer(const quant::LayerStudy& study, const pipeline::LayerFacts* counted) {
    LayerAnswer answer;
    answer.sqnrDb = study.sqnrDb;
    answer.withinOneStep = study.withinOneStep;
    answer.largestError = study.maxAbsError;
    answer.input = study.input;
    answer.output = study.output;
    answer.sample = study.sample;
    answer.bitsNeeded = study.accumulatorBitsNeeded;
    answer.accumulatorBits = study.options.accumulatorBits;
    answer.overflows = study.overflows;
    answer.isExact = study.maxAbsError == 0;
    if (!counted) return answer;
    const pipeline::LayerFacts& facts = *counted;
    const auto& onSample = facts.layer->onSample;
    answer.isRandom = onSample && onSample->model && onSample->model->comparedOn.isRandom();
    answer.clampedInputs = facts.clampedInputs;
    answer.clamped = static_cast<double>(facts.points.clamped) /
                     static_cast<double>(std::max<std::int64_t>(facts.points.outputs, 1));
    answer.channels = facts.errors.shares.size();
    answer.concentration = pipeline::concentration(facts.errors);
    answer.isExact = facts.errors.worst.empty();
    for (std::size_t i = 0; i < std::min(pipeline::MaxNamedChannels, facts.errors.order.size()); ++i) {
        const double share = facts.errors.shares[static_cast<std::size_t>(facts.errors.order[i])];
        answer.largestShare = std::max(answer.largestShare, share);
        answer.threeLargest += share;
    }
    if (facts.scales && !answer.concentration.channels.empty()) {
        std::pair<double, double> wider{HUGE_VAL, 0};
        for (const std::int64_t channel : answer.concentration.channels) {
            const double ratio = facts.scales->ratio(static_cast<std::size_t>(channel));
            wider = {std::min(wider.first, ratio), std::max(wider.second, ratio)};
        }
        if (wider.first >= ClearlyWider) answer.wider = wider;
    }
    return answer;
}

PageWords layerWords(const LayerAnswer& answer) {
    const QString sample = QString::fromStdString(answer.sample);
    const QString onSample =
        sample.isEmpty() || answer.isRandom ? QString() : LayerWords::tr(" on %1").arg(sample.toHtmlEscaped());
    const QString mark = AnswerLine::mark(Sureness::Measured) + QLatin1Char(' ');
    PageWords words{(answer.isExact
                         ? LayerWords::tr("%1Exact").arg(mark)
                         : LayerWords::tr("%1Alone %2 and %3 within one step")
                               .arg(mark, decibelText(answer.sqnrDb), percentText(answer.withinOneStep))) +
                    onSample + tooNarrowText(answer) + placeText(answer) + u'.'};
    if (!sample.isEmpty() && answer.isRandom)
        words.conditions
            << LayerWords::tr("on a random input (%1), which says little about real ones").arg(sample);
    if (answer.wider) words.reasons << widthText(answer);
    if (const QString clamped = clampedText(answer); !clamped.isEmpty()) words.reasons << clamped;
    const auto scale = static_cast<double>(answer.output.scale);
    if (!answer.isExact)
        words.reasons << LayerWords::tr("The largest error is %1, %2 the step of the output.")
                             .arg(significant(answer.largestError), ratioText(answer.largestError, scale));
    if (answer.overflows == 0)
        words.reasons << LayerWords::tr("The accumulator needs %1 of %2 bits.")
                             .arg(answer.bitsNeeded)
                             .arg(answer.accumulatorBits);
    words.reasons << LayerWords::tr("Input: scale %1, zero point %2. Output: scale %3, zero point %4.")
                         .arg(significant(static_cast<double>(answer.input.scale)),
                              integerText(answer.input.zeroPoint), significant(scale),
                              integerText(answer.output.zeroPoint));
    return words;
}

QStringList classesOf(const std::string& sample, const pipeline::QuantizedReport& report) {
    const auto top = std::ranges::find(report.tops, sample, &pipeline::Int8Sample::name);
    QStringList words;
    if (top == report.tops.end()) return words;
    if (top->label) words << LayerWords::tr("label %1").arg(*top->label);
    if (top->fp32Top >= 0) // else it is no classifier
        words << LayerWords::tr("FP32 says %1, INT8 %2").arg(top->fp32Top).arg(top->int8Top);
    return words;
}

QString worstSampleOf(NodeId product, const pipeline::QuantizedReport& report) {
    const auto layer = std::ranges::find(report.layers, product, &pipeline::QuantizedLayer::product);
    if (layer == report.layers.end()) return {};
    const pipeline::SampleSpread& spread = layer->localSpread;
    if (spread.samples < 2 || *spread.lowest() >= report.tops.size()) return {};
    return LayerWords::tr("SQNR alone of %1 samples: %2, the lowest on %3")
        .arg(QString::number(spread.samples), QString::fromStdString(spread.text()),
             QString::fromStdString(report.tops[*spread.lowest()].name));
}

std::optional<std::int64_t> linkedChannel(const QString& link) {
    if (!link.startsWith(ChannelLink)) return std::nullopt;
    bool ok = false;
    const qlonglong channel = link.sliced(ChannelLink.size()).toLongLong(&ok);
    return ok ? std::optional<std::int64_t>(channel) : std::nullopt;
}

} // namespace edgewright::views
