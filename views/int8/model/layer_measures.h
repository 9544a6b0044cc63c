// SPDX-License-Identifier: GPL-3.0-or-later
// The measures that layers are compared by: the bars, the columns of the table and their tips have their
// numbers from here.
#pragma once

#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "views/support/chart/chart_pane.h"

#include <QString>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace edgewright::views {

enum class LayerMeasure { Sqnr, SqnrAlone, Sensitivity, WithinOneStep, Cosine, LargestError, MeanError, Bits };
inline constexpr std::array AllLayerMeasures{
    LayerMeasure::Sqnr,   LayerMeasure::SqnrAlone,    LayerMeasure::Sensitivity, LayerMeasure::WithinOneStep,
    LayerMeasure::Cosine, LayerMeasure::LargestError, LayerMeasure::MeanError,   LayerMeasure::Bits};

QString measureTitle(LayerMeasure measure); // "SQNR alone"
QString measureHint(LayerMeasure measure);
const char* measureKey(LayerMeasure measure);         // "sqnr-alone"
std::string_view measureColumn(LayerMeasure measure); // of quantizedTable()
bool isWorseLow(LayerMeasure measure);                // a small value tells of a large error

// The measure of layer `index` of the report. Empty while it is not known: the sensitivity that nobody
// computed, or of a layer that stays in float32.
std::optional<double> measured(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                               std::size_t index, LayerMeasure measure);
QString measuredText(LayerMeasure measure, double value); // "38.2 dB"
// Order of the layers, the worst first; those without a value are left out.
std::vector<std::size_t> worstLayers(const pipeline::QuantizedModel& model,
                                     const pipeline::Sensitivity* sensitivity, LayerMeasure measure);

// The layers that lose most, as bars.
inline constexpr std::size_t MaxLayerBars = 10;

// The first MaxLayerBars of `order`, which are the targets; the title says of how many, and where errors of the
// layers before are among theirs. `selected`: places in the report. What a layer loses alone stands beside its
// loss in the model.
BuiltChart buildLayerBars(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                          LayerMeasure measure, const std::vector<std::size_t>& order,
                          const std::vector<int>& selected, const Theme& theme);

} // namespace edgewright::views
