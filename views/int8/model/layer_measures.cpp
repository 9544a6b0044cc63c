// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/layer_measures.h"

#include "views/int8/sqnr_chart.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace edgewright::views {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerMeasure)
};

struct MeasureEntry {
    const char* key;
    const char* title;
    const char* hint;
    bool worseLow;
};

// By LayerMeasure.
constexpr std::array<MeasureEntry, AllLayerMeasures.size()> MeasureEntries{{
    {"sqnr", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "SQNR in the model"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Signal to quantization noise of the layer's output when all layers are integers: with "
                       "what the layers before it add"),
     true},
    {"sqnr-alone", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "SQNR alone"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Signal to quantization noise of the layer's output on its float32 input: what this "
                       "layer alone adds"),
     true},
    {"sensitivity", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Sensitivity"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "SQNR of the model's output when only this layer is integers: low means that the layer "
                       "costs much"),
     true},
    {"within-one-step", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Within one step"),
     QT_TRANSLATE_NOOP(
         "edgewright::views::LayerMeasure",
         "Share of outputs that are at most one step of the codes away from float32, in the model"),
     true},
    {"cosine", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Cosine"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Cosine between the integer and the float32 output, in the model"),
     true},
    {"largest-error", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Largest error"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Largest difference from float32 in the model, in steps of the layer's codes"),
     false},
    {"mean-error", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Mean error"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Mean difference from float32 in the model, in steps of the layer's codes"),
     false},
    {"bits", QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure", "Bits needed"),
     QT_TRANSLATE_NOOP("edgewright::views::LayerMeasure",
                       "Width of an accumulator that holds every sum of these weights, whatever the input"),
     false},
}};

const MeasureEntry& entryOf(LayerMeasure measure) { return MeasureEntries[static_cast<std::size_t>(measure)]; }

const pipeline::LayerSensitivity* sensitivityOf(const pipeline::Sensitivity* all, NodeId product) {
    if (!all) return nullptr;
    const auto found = std::ranges::find(all->layers, product, &pipeline::LayerSensitivity::product);
    return found == all->layers.end() ? nullptr : &*found;
}

} // namespace

QString measureTitle(LayerMeasure measure) { return MeasureWords::tr(entryOf(measure).title); }
QString measureHint(LayerMeasure measure) { return MeasureWords::tr(entryOf(measure).hint); }
const char* measureKey(LayerMeasure measure) { return entryOf(measure).key; }
bool isWorseLow(LayerMeasure measure) { return entryOf(measure).worseLow; }

std::optional<double> measured(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                               std::size_t index, LayerMeasure measure) {
    const pipeline::QuantizedLayer& layer = model.report.layers.at(index);
    const double step = static_cast<double>(layer.output.scale);
    switch (measure) {
    case LayerMeasure::Sqnr:
        return layer.sqnrDb;
    case LayerMeasure::SqnrAlone:
        return layer.localSqnrDb;
    case LayerMeasure::Sensitivity:
        if (const auto* found = sensitivityOf(sensitivity, layer.product)) return found->output.sqnrDb();
        return std::nullopt;
    case LayerMeasure::WithinOneStep:
        return layer.withinOneStep;
    case LayerMeasure::Cosine:
        return layer.cosine;
    case LayerMeasure::LargestError:
        return layer.maxAbsError / step;
    case LayerMeasure::MeanError:
        return layer.meanAbsError / step;
    case LayerMeasure::Bits:
        if (layer.accumulatorBits) return *layer.accumulatorBits;
        return std::nullopt;
    }
    return std::nullopt;
}

QString measuredText(LayerMeasure measure, double value) {
    switch (measure) {
    case LayerMeasure::Sqnr:
    case LayerMeasure::SqnrAlone:
    case LayerMeasure::Sensitivity:
        return decibelText(value);
    case LayerMeasure::WithinOneStep:
        return percentText(value);
    case LayerMeasure::Cosine:
        return QString::number(value, 'f', 5);
    case LayerMeasure::LargestError:
    case LayerMeasure::MeanError:
        return MeasureWords::tr("%1 steps").arg(significant(value));
    case LayerMeasure::Bits:
        return MeasureWords::tr("%1 bits").arg(static_cast<int>(value));
    }
    return {};
}

std::vector<std::size_t> worstLayers(const pipeline::QuantizedModel& model,
                                     const pipeline::Sensitivity* sensitivity, LayerMeasure measure) {
    std::vector<std::pair<double, std::size_t>> known;
    for (std::size_t i = 0; i < model.report.layers.size(); ++i)
        if (const auto value = measured(model, sensitivity, i, measure))
            known.emplace_back(isWorseLow(measure) ? *value : -*value, i);
    std::ranges::stable_sort(known, {}, &std::pair<double, std::size_t>::first);
    std::vector<std::size_t> order;
    for (const auto& [value, index] : known)
        order.push_back(index);
    return order;
}

} // namespace edgewright::views
