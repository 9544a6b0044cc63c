// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/control/batched_scan.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/stacking.h"

#include <iterator>
#include <optional>

namespace edgewright::ops::scan {

namespace {

// From opset 9 on: N state values, then M inputs that are cut along their scan axes; the body sees one slice
// each.
struct Parts {
    std::shared_ptr<const ir::Graph> body;
    std::size_t states = 0;
    std::size_t scans = 0;
    std::size_t scannedOutputs = 0;
    std::vector<std::int64_t> inputAxes, inputDirections, outputAxes, outputDirections;
};

Result<Parts> partsOf(const ir::Node& node) {
    Parts parts;
    parts.body = node.graph("body");
    const std::int64_t scans = node.intOr("num_scan_inputs", 0);
    const std::size_t inputs = node.inputs.size();
    if (!parts.body || scans < 1 || scans > static_cast<std::int64_t>(inputs))
        return badInput("the body is missing or num_scan_inputs does not fit " + std::to_string(inputs) +
                        " inputs");
    parts.scans = static_cast<std::size_t>(scans);
    parts.states = inputs - parts.scans;
    if (parts.body->inputs.size() != inputs || parts.body->outputs.size() < parts.states)
        return badInput("the body has " + std::to_string(parts.body->inputs.size()) + " inputs and " +
                        std::to_string(parts.body->outputs.size()) + " outputs, which do not fit");
    parts.scannedOutputs = parts.body->outputs.size() - parts.states;
    const auto list = [&](const char* name, std::size_t count) {
        auto values = node.ints(name);
        values.resize(count, 0);
        return values;
    };
    parts.inputAxes = list("scan_input_axes", parts.scans);
    parts.inputDirections = list("scan_input_directions", parts.scans);
    parts.outputAxes = list("scan_output_axes", parts.scannedOutputs);
    parts.outputDirections = list("scan_output_directions", parts.scannedOutputs);
    return parts;
}

Result<void> infer(InferContext& context) {
    if (context.opset() < 9) return inferBatchedScan(context);
    ASSIGN_OR_RETURN(const auto parts, partsOf(context.node()));
    std::vector<ir::TensorType> types;
    ir::Dim steps;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        ir::TensorType type = *in;
        if (i >= parts.states && type.shape) {
            ASSIGN_OR_RETURN(const auto axis, normaliseAxis(parts.inputAxes[i - parts.states],
                                                            static_cast<std::int64_t>(type.shape->size())));
            steps = (*type.shape)[static_cast<std::size_t>(axis)];
            type.shape->erase(type.shape->begin() + axis);
        }
        types.push_back(std::move(type));
    }
    ASSIGN_OR_RETURN(const auto outputs, context.inferSubgraph(*parts.body, types));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        ir::TensorType type = outputs[i];
        if (i < parts.states) {
            context.setOutput(i, eitherType(types[i], type));
            continue;
        }
        if (type.shape) {
            ASSIGN_OR_RETURN(const auto axis, normaliseAxis(parts.outputAxes[i - parts.states],
                                                            static_cast<std::int64_t>(type.shape->size()) + 1));
            type.shape->insert(type.shape->begin() + axis, steps);
        }
        context.setOutput(i, std::move(type));
    }
    return {};
}

Result<void> run(KernelContext& context) {
    if (context.opset() < 9) return runBatchedScan(context);
    ASSIGN_OR_RETURN(const auto parts, partsOf(context.node()));
    std::vector<ir::Tensor> state;
    std::vector<std::size_t> axes;
    std::optional<std::int64_t> steps;
    for (std::size_t i = 0; i < parts.states + parts.scans; ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        if (i < parts.states) {
            state.push_back(*in);
            continue;
        }
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(parts.inputAxes[i - parts.states], in->rank()));
        axes.push_back(static_cast<std::size_t>(axis));
        const std::int64_t extent = in->dims()[axes.back()];
        if (steps && *steps != extent) return badInput("the scanned inputs have different lengths");
        steps = extent;
    }
    std::vector<std::vector<ir::Tensor>> scanned(parts.scannedOutputs);
    for (std::int64_t step = 0; step < *steps; ++step) {
        if (context.run().stopped()) return cancelled();
        std::vector<ir::Tensor> inputs = std::move(state);
        for (std::size_t k = 0; k < parts.scans; ++k) {
            const std::int64_t at = parts.inputDirections[k] != 0 ? *steps - 1 - step : step;
            ASSIGN_OR_RETURN(auto slice, sliceAt(context, *context.input(parts.states + k), axes[k], at));
            inputs.push_back(std::move(slice));
        }
        auto outputs = context.runSubgraph(*parts.body, std::move(inputs));
        if (!outputs) return std::move(outputs).error().within("step " + std::to_string(step));
        state.assign(std::make_move_iterator(outputs->begin()),
                     std::make_move_iterator(outputs->begin() + static_cast<std::ptrdiff_t>(parts.states)));
        for (std::size_t k = 0; k < parts.scannedOutputs; ++k)
            scanned[k].push_back(std::move((*outputs)[parts.states + k]));
    }
    for (std::size_t k = 0; k < parts.states; ++k)
        context.setOutput(k, std::move(state[k]));
    for (std::size_t k = 0; k < parts.scannedOutputs; ++k) {
        if (!context.wantsOutput(parts.states + k)) continue;
        const ir::TensorType& declared = parts.body->value(parts.body->outputs[parts.states + k]).type;
        RETURN_IF_ERROR(stack(context, parts.states + k, scanned[k], parts.outputAxes[k],
                              parts.outputDirections[k] != 0, declared));
    }
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Scan",
    .category = Category::ControlFlow,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .since = 8,
};

} // namespace edgewright::ops::scan
