// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/prepared_model.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/inference/bindings.h"
#include "core/pipeline/quantization/computable_part.h"

#include <algorithm>
#include <set>
#include <utility>

namespace edgewright::experiment {

namespace {

// What has labels: beside the model, or named.
Result<std::shared_ptr<const dataset::SampleSet>>
labelledSamples(const Definition& definition, const pipeline::Typed& typed, const RunContext& run) {
    const auto none = std::shared_ptr<const dataset::SampleSet>();
    if (definition.samples == 0) return none;
    const pipeline::QuantizationSettings& named = definition.settings.quantization;
    ASSIGN_OR_RETURN(const auto source, dataset::evaluationSource(typed.opened->file, *typed.graph,
                                                                  {named.source, named.evaluation},
                                                                  dataset::randomSource(1), run));
    if (source.isRandom()) return none;
    ASSIGN_OR_RETURN(auto samples, dataset::read(source, *typed.graph, definition.samples, {}, run));
    if (!samples.hasLabels()) return none;
    return std::make_shared<const dataset::SampleSet>(std::move(samples));
}

} // namespace

Result<void> requireOpen(const ir::Graph& graph, const ir::Bindings& extents) {
    std::set<std::string, std::less<>> open;
    ops::forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        open.insert(ops::axisKey(input, axis));
        for (const std::string& symbol : ir::symbolsOf(ir::asExtent(dim)))
            open.insert(symbol);
    });
    for (const auto& [name, extent] : extents) {
        if (open.contains(name)) continue;
        std::string known;
        for (const std::string& each : open)
            known += (known.empty() ? "" : ", ") + inQuotes(each);
        return badInput(known.empty()
                            ? say("no input has an open dimension {1}; there is none", inQuotes(name))
                            : say("no input has an open dimension {1}; there are {2}", inQuotes(name), known));
    }
    return {};
}

Result<PreparedModel> preparedModel(const Definition& definition, const Cell& cell,
                                    std::shared_ptr<const pipeline::Opened> opened, const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    RETURN_IF_ERROR(requireOpen(opened->model->graph, cell.extents));
    PreparedModel model;
    model.typed = pipeline::type(std::move(opened), cell.extents, true, quiet);
    if (run.stopped()) return cancelled();
    ASSIGN_OR_RETURN(const auto part, pipeline::computablePart(model.typed, quiet));
    if (!part.isWhole()) return unsupported(part.text(*model.typed));
    ASSIGN_OR_RETURN(model.history, pipeline::fuse(*model.typed, {}, quiet));
    ASSIGN_OR_RETURN(model.feeds, ir::seededFeeds(*model.typed->graph, definition.settings.seed, quiet));
    ASSIGN_OR_RETURN(model.labelled, labelledSamples(definition, *model.typed, quiet));
    return model;
}

Result<PreparedCodes> preparedCodes(const Definition& definition, const PreparedModel& model,
                                    const Codes& codes, const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    PreparedCodes prepared;
    if (codes.strategy) {
        const pipeline::Settings settings = settingsWith(codes, definition.settings);
        ASSIGN_OR_RETURN(prepared.quantized,
                         pipeline::quantizedNetwork(model.typed, settings.int8, settings.quantization, quiet));
    }
    if (model.labelled) {
        const fusion::History& history = prepared.quantized ? *prepared.quantized->history : *model.history;
        ASSIGN_OR_RETURN(const auto change,
                         pipeline::modelChange(*model.typed->graph, model.typed->opened->model->opsets,
                                               history.graph, history.opsets,
                                               pipeline::labelledFeeds(*model.labelled, quiet), quiet));
        prepared.tops = change.tops;
    }
    return prepared;
}

} // namespace edgewright::experiment
