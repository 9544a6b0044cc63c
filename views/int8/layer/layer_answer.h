// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences about one layer in integers.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "views/support/page/page_answer.h"

#include <optional>
#include <string>
#include <utility>

namespace edgewright::pipeline {
struct QuantizedReport;
}

namespace edgewright::views {

struct LayerAnswer {
    double sqnrDb = 0, withinOneStep = 0, largestError = 0;
    quant::Params input, output;
    std::string sample;    // empty: not told
    bool isRandom = false; // the sample is
    int bitsNeeded = 0, accumulatorBits = 32;
    std::int64_t overflows = 0;
    double clampedInputs = 0, clamped = 0;     // shares of the inputs and of the outputs that no code reaches
    std::size_t channels = 0;                  // of the output
    pipeline::Concentration concentration;     // of the squared error; none: it is spread
    double largestShare = 0, threeLargest = 0; // of the squared error: of one channel, of MaxNamedChannels
    bool isExact = false;                      // there is no error
    // Widths of the weights of the named channels over the median width, the least and the most; only
    // where the least is twice or more.
    std::optional<std::pair<double, double>> wider;
};

// Without `facts` what the study tells: they are still being counted.
LayerAnswer layerAnswer(const quant::LayerStudy& study, const pipeline::LayerFacts* facts);

// The channels that are named are links to "channel/3".
PageWords layerWords(const LayerAnswer& answer);
// Its label, and the classes that the whole model takes it for; nothing of a sample that `report` has not.
QStringList classesOf(const std::string& sample, const pipeline::QuantizedReport& report);
// The SQNR that this product has alone over the samples of `report`, and the sample with the lowest; empty
// where that has not two samples of it.
QString worstSampleOf(NodeId product, const pipeline::QuantizedReport& report);
// The channel of such a link; empty for another one.
std::optional<std::int64_t> linkedChannel(const QString& link);

} // namespace edgewright::views
