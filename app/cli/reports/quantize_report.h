// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of quantization on a model, printed and as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/quantized_report.h"

namespace edgewright::cli {

Json tensorsJson(const quant::QdqGraph& details);
Json inFloatJson(const std::vector<quant::LeftInFloat>& left, const ir::Graph& folded);
Json keptJson(const std::vector<pipeline::KeptWeights>& kept);
// top1_agreement with the ends of its interval (top1_agreement_low, ..._high), null where an output names no
// class; and accuracy: fp32, int8 and their ends (int8_low, ...), samples, null without labels.
void addTops(Json& document, const pipeline::TopCounts& counts);
// With the parts of those that have some: the places along the axis, both ends included.
Json outputsJson(const std::vector<pipeline::Int8Output>& outputs);
// The output or part with the lowest SQNR.
Json weakestJson(const std::vector<pipeline::Int8Output>& outputs);
// The effects of the remedies; null without any.
Json remediesJson(const pipeline::Improved& improved);

Json mixedJson(const std::vector<quant::MixedRanges>& mixed);
// Null: no sample has a finite SQNR.
Json worstSampleJson(const pipeline::ModelChange& change);
// pipeline::unusableText(), as a warning where there is one.
std::string printUnusable(const Console& console, const pipeline::ModelChange& change,
                          const std::optional<pipeline::UnlikeInputs>& unlike = {});
// Null: samples do not differ so.
Json unlikeJson(const std::optional<pipeline::UnlikeInputs>& unlike);
void printMixed(const Console& console, const std::vector<quant::MixedRanges>& mixed);
void printKept(const Console& console, const std::vector<pipeline::KeptWeights>& kept);
void printRemedies(const Console& console, const pipeline::Improved& improved);
// One line each; of several the one that is lowest behind them.
void printOutputs(const Console& console, const std::vector<pipeline::Int8Output>& outputs);
// Counts of samples where both agree, and are right where there are labels.
void printTops(const Console& console, const pipeline::TopCounts& counts);

} // namespace edgewright::cli
