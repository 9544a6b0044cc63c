// SPDX-License-Identifier: GPL-3.0-or-later
// A model that comes quantized beside the same graph in float: the effect of its integers.
#pragma once

#include "core/dataset/data_source.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/study.h"
#include "core/quant/arithmetic/params.h"
#include "core/table/column.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct DequantizedModel {
    std::shared_ptr<const Typed> inFloat;     // whose weights are what the codes of the given ones stand for
    std::size_t roundings = 0, operators = 0; // quant::DequantizedGraph
    ModelChange change;                       // of the integers against it
    dataset::DataSource comparedOn = {};      // of the stage: that the samples are from,
    std::size_t available = 0;                // and how many it has

    // "the model is quantized already: ..., 9 roundings and 57 operators on codes"
    std::string text() const;
};

// BadInput where nothing is rounded when the model runs, as of codes of weights alone, and without samples;
// Unsupported, naming the node, where one has no counterpart in float.
Result<DequantizedModel> dequantizedModel(const Typed& typed, const NextLabelledFeeds& samples,
                                          const RunContext& run = {});

// A product of a model that comes quantized, with the codes that its file has for it.
struct CodedProduct {
    NodeId node;
    std::string name, op;
    std::optional<quant::Params> input, output; // empty: chosen at run time, in float, or one for each channel
    std::size_t weightScales = 0;               // 1, or one for each output channel; 0: not known
};
struct CodedProducts {
    std::vector<CodedProduct> layers; // that multiply codes, in execution order
    std::size_t inFloat = 0;          // products that do not
};
CodedProducts codedProducts(const ir::Graph& graph);
table::Table codedProductsTable(std::shared_ptr<const CodedProducts> products); // null: no rows

} // namespace edgewright::pipeline
