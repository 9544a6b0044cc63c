// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/quantize_at_run_time.h"

#include "core/base/propagate.h"
#include "core/pipeline/quantization/folded_model.h"

#include <utility>

namespace edgewright::pipeline {

Result<QuantizedAtRunTime> quantizeAtRunTime(const Typed& typed, const quant::DynamicOptions& options,
                                             bool folds, const NextLabelledFeeds& samples,
                                             const RunContext& run) {
    QuantizedAtRunTime made;
    ASSIGN_OR_RETURN(made.folded, foldedModel(typed, folds, quant::DynamicOpset, run));
    const ir::Opsets& opsets = made.folded->opened->model->opsets;
    ASSIGN_OR_RETURN(made.details, quant::quantizeDynamically(*made.folded->graph, options));
    made.typed = withGraph(*made.folded, std::exchange(made.details.graph, {}), opsets, run);
    ASSIGN_OR_RETURN(made.change, modelChange(*typed.graph, typed.opened->model->opsets, *made.typed->graph,
                                              opsets, samples, run));
    return made;
}

} // namespace edgewright::pipeline
