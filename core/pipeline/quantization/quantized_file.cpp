// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/quantized_file.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/onnx/export.h"
#include "core/ops/operator.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/written_model.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr double MaxRelativeNorm = 1e-6; // the operators are the same, and so is what they give

// Fills inputs of `to` with what those of `from` have, by place.
ir::Feeds feedsFor(const ir::Graph& to, const ir::Graph& from, const ir::Feeds& feeds) {
    ir::Feeds moved;
    for (std::size_t i = 0; i < to.inputs.size(); ++i)
        if (const auto feed = feeds.find(from.inputs[i]); feed != feeds.end())
            moved.emplace(to.inputs[i], feed->second);
    return moved;
}

Result<void> checkResults(const Typed& meant, const Typed& read, const ir::Feeds& sample,
                          const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const auto wanted,
                     exec::run(*meant.graph, meant.opened->model->opsets, sample, {}, quiet));
    auto got = exec::run(*read.graph, read.opened->model->opsets, feedsFor(*read.graph, *meant.graph, sample),
                         {}, quiet);
    if (!got) {
        if (got.error().code == ErrorCode::Cancelled) return got.error();
        return internalError("read back, it does not run: " + got.error().message);
    }
    const bool isDrawn = std::ranges::any_of(meant.graph->order(), [&](NodeId id) {
        return ops::isRandom(meant.graph->node(id), meant.graph.get());
    });
    for (std::size_t i = 0; i < wanted.outputs.size() && !isDrawn; ++i) {
        const std::string& name = meant.graph->value(meant.graph->outputs[i]).name;
        const auto place =
            std::ranges::find(read.graph->outputs, name, [&](ValueId output) -> const std::string& {
                return read.graph->value(output).name;
            });
        if (place == read.graph->outputs.end())
            return internalError("read back, nothing computes '" + name + "'");
        const auto at = static_cast<std::size_t>(place - read.graph->outputs.begin());
        const exec::Difference difference = exec::compare(got->outputs[at], wanted.outputs[i]);
        if (!difference.sameShape || difference.nonFinite > 0 || !(difference.relNorm <= MaxRelativeNorm))
            return internalError("read back, output '" + name + "' has other values");
    }
    return {};
}

} // namespace

Result<void> writeQuantized(const QuantizedPart& made, QuantizedForm form, const ir::Feeds& sample,
                            const fs::path& file, const RunContext& run) {
    const Typed& quantized = made.quantized;
    const ir::Model& model = *quantized.opened->model;
    auto open = withOpenDimensions(quantized, run);
    std::shared_ptr<const Typed> meant = std::make_shared<const Typed>(quantized);
    ir::Opsets opsets = model.opsets;
    ir::Graph graph = *open->graph;
    if (form == QuantizedForm::IntegerOperators) {
        ASSIGN_OR_RETURN(fusion::History integer, integerOperators(*open, run));
        graph = std::move(integer.graph);
        opsets = std::move(integer.opsets);
        meant = withGraph(quantized, graph, opsets, run);
    }
    if (run.stopped()) return cancelled();
    ASSIGN_OR_RETURN(graph, withRest(made.whole, made.part, std::move(graph), opsets));
    RETURN_IF_ERROR(onnx::exportModel(model, graph, opsets, file));
    auto opened = pipeline::open(file, {run.stop, nullptr});
    if (!opened) return std::move(opened).error().within(say("reading back what was written"));
    const auto read = type(*std::move(opened), quantized.bindings, false, {run.stop, nullptr});
    if (run.stopped()) return cancelled();
    const ir::Graph& ends = made.part.isWhole() ? *meant->graph : *made.whole.graph;
    if (const std::string fault = faultOfWritten(*read, made.whole, ends); !fault.empty())
        return internalError("read back, " + fault);
    ASSIGN_OR_RETURN(const ComputablePart part, computablePart(read, {run.stop, nullptr}));
    return checkResults(*meant, *part.typed, sample, run);
}

Result<void> saveQuantized(const Typed& quantized, QuantizedForm form, const ir::Feeds& sample,
                           const fs::path& file, const RunContext& run) {
    return saveWhole(file, [&](const fs::path& there) {
        return writeQuantized({quantized, quantized, {}}, form, sample, there, run);
    });
}

} // namespace edgewright::pipeline
