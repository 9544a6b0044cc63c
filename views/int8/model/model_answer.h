// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences about a model in integers.
#pragma once

#include "core/pipeline/quantization/dequantized_model.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "views/support/page/page_answer.h"

#include <cstddef>
#include <optional>

namespace edgewright::views {

// "per channel, uint8 activations, ranges by min max", and every other field of these that is not as usual:
// ", rounding half up, equalize layers".
QString schemeText(const quant::StudyOptions& codes, const pipeline::QuantizationSettings& quantization);
// A model on codes: nothing of it is quantized again.
bool comesQuantized(const pipeline::Analysis& analysis);
// The share of it that runs in integers, and what these cost; null: not compared yet.
PageWords quantizedAnswer(const pipeline::CodedProducts& products, const pipeline::DequantizedModel* compared);
// The layer of the report that modelAnswer() names: the one that gains most in float32 where that is known
// (then empty: none gains), else the one with the lowest SQNR alone.
std::optional<std::size_t> namedLayer(const pipeline::QuantizedModel& model,
                                      const pipeline::Sensitivity* sensitivity);
// namedLayer() is a link to "layer".
PageWords modelAnswer(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity);
// The effect of each remedy; empty without any.
QString remediesText(const pipeline::Improved& improved);

} // namespace edgewright::views
