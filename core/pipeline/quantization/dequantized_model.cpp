// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/dequantized_model.h"

#include "core/base/propagate.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/quant/qdq/dequantized_graph.h"

#include <utility>

namespace edgewright::pipeline {

std::string DequantizedModel::text() const {
    return "the model is quantized already: compared with the same graph in float32, without its " +
           countText(static_cast<std::int64_t>(roundings), "QuantizeLinear", "QuantizeLinear") + " and with " +
           countText(static_cast<std::int64_t>(operators), "operator", "operators") +
           " on codes in float; weights are what their codes stand for";
}

Result<DequantizedModel> dequantizedModel(const Typed& typed, const NextLabelledFeeds& samples,
                                          const RunContext& run) {
    ASSIGN_OR_RETURN(quant::DequantizedGraph made, quant::dequantizedGraph(*typed.graph));
    if (!made.isChanged())
        return badInput(
            "the model has codes of weights alone: nothing is rounded when it runs, and there is no "
            "other model to compare it with");
    const ir::Opsets& opsets = typed.opened->model->opsets;
    DequantizedModel model;
    model.roundings = made.roundings;
    model.operators = made.operators;
    model.inFloat = withGraph(typed, std::move(made.graph), opsets, run);
    ASSIGN_OR_RETURN(model.change,
                     modelChange(*model.inFloat->graph, opsets, *typed.graph, opsets, samples, run));
    return model;
}

} // namespace edgewright::pipeline
