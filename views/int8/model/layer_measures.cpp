// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/layer_measures.h"

#include "core/pipeline/quantization/improved/quantized_table.h"
#include "views/support/quantity.h"
#include "views/support/table/row_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerMeasure)
};

struct MeasureEntry {
    const char* key; // of saved states
    std::string_view column;
    bool worseLow;
};

// By LayerMeasure.
constexpr std::array<MeasureEntry, AllLayerMeasures.size()> MeasureEntries{{
    {"sqnr", "sqnr_db", true},
    {"sqnr-alone", "local_sqnr_db", true},
    {"sensitivity", "sensitivity_db", true},
    {"within-one-step", "within_one_step", true},
    {"cosine", "cosine", true},
    {"largest-error", "max_steps", false},
    {"mean-error", "mean_steps", false},
    {"bits", "accumulator_bits", false},
}};

const MeasureEntry& entryOf(LayerMeasure measure) { return MeasureEntries[static_cast<std::size_t>(measure)]; }

const table::Head& headOf(LayerMeasure measure) {
    static table::Table table = pipeline::quantizedTable({});
    return table.head(entryOf(measure).column);
}

} // namespace

QString measureTitle(LayerMeasure measure) { return columnText(headOf(measure).head); }
QString measureHint(LayerMeasure measure) { return columnText(headOf(measure).hint); }
const char* measureKey(LayerMeasure measure) { return entryOf(measure).key; }
bool isWorseLow(LayerMeasure measure) { return entryOf(measure).worseLow; }

std::optional<double> measured(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                               std::size_t index, LayerMeasure measure) {
    const table::Table table =
        pipeline::quantizedTable({&model.report, &model.improved.quantized.details, sensitivity});
    return table.at(index, entryOf(measure).column).number();
}

QString measuredText(LayerMeasure measure, double value) {
    switch (measure) {
    case LayerMeasure::LargestError:
    case LayerMeasure::MeanError:
        return MeasureWords::tr("%1 steps").arg(significant(value));
    case LayerMeasure::Bits:
        return MeasureWords::tr("%1 bits").arg(static_cast<int>(value));
    default:
        return numberText(value, headOf(measure).unit);
    }
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
