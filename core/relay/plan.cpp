// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/plan.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/partition/stage_graphs.h"

namespace edgewright::relay {

Result<std::vector<StageProgram>> writePrograms(const ir::Graph& graph, const ir::Opsets& opsets,
                                                const partition::GraphProblem& made,
                                                const partition::Split& split,
                                                const std::filesystem::path& folder) {
    std::vector<StageProgram> programs;
    for (ir::Graph& each : partition::stageGraphs(graph, made, split)) {
        const partition::Stage& stage = split[programs.size()];
        StageProgram program{.file = {}, .written = {}, .inputs = each.inputs, .outputs = each.outputs};
        program.file =
            folder / ("stage-" + std::to_string(stage.first) + "-" + std::to_string(stage.end) + ".bundle");
        bundle::Bundle one;
        for (const ValueId input : each.inputs) { // a bundle has inputs, which frames replace
            const ir::Value& value = graph.value(input);
            auto dims = value.type.dims();
            if (!dims)
                return unsupported(say("{1}: its extents follow from the data, and stages cannot be sent it",
                                       inQuotes(value.name)));
            ASSIGN_OR_RETURN(ir::Tensor zeros, ir::Tensor::allocate(value.type.dtype, *std::move(dims)));
            one.inputs.push_back(std::move(zeros));
        }
        one.programs = {{"stage", std::make_shared<const ir::Graph>(std::move(each)), opsets, nullptr}};
        ASSIGN_OR_RETURN(program.written, bundle::write(one, program.file));
        programs.push_back(std::move(program));
    }
    return programs;
}

} // namespace edgewright::relay
