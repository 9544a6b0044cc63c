// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/control/batched_scan.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/stacking.h"

#include <algorithm>
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
        return badInput(say("the body is missing or num_scan_inputs does not fit {1} inputs", inputs));
    parts.scans = static_cast<std::size_t>(scans);
    parts.states = inputs - parts.scans;
    if (parts.body->inputs.size() != inputs || parts.body->outputs.size() < parts.states)
        return badInput(say("the body has {1} inputs and {2} outputs, which do not fit",
                            parts.body->inputs.size(), parts.body->outputs.size()));
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

// Cuts one scanned input into steps.
class Steps {
public:
    static Result<Steps> make(KernelContext& context, const Parts& parts, std::size_t scan) {
        const std::size_t input = parts.states + scan;
        Steps steps(*context.input(input), 0, parts.inputDirections[scan] != 0, {});
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(parts.inputAxes[scan], steps.m_whole.rank()));
        steps.m_axis = static_cast<std::size_t>(axis);
        // Every step but one that the body hands on, which has to outlast the next one, lies at the same place.
        const bool handedOn =
            std::ranges::find(parts.body->outputs, parts.body->inputs[input]) != parts.body->outputs.end();
        const auto bytes = static_cast<std::int64_t>(steps.m_whole.bytes().size());
        if (handedOn || bytes == 0 || ir::bitWidth(steps.m_whole.dtype()) < 8 ||
            viewAt(steps.m_whole, steps.m_axis, 0))
            return steps;
        ASSIGN_OR_RETURN(steps.m_place, context.scratch(bytes / steps.count()));
        return steps;
    }
    std::int64_t count() const { return m_whole.dims()[m_axis]; }
    Result<ir::Tensor> at(KernelContext& context, std::int64_t step) const {
        const std::int64_t at = m_reversed ? count() - 1 - step : step;
        if (auto part = viewAt(m_whole, m_axis, at)) return *std::move(part);
        if (m_place.empty()) return sliceAt(context, m_whole, m_axis, at);
        ir::Dims dims = m_whole.dims();
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(m_axis));
        ir::Tensor slice = ir::Tensor::over(m_whole.dtype(), std::move(dims), nullptr, m_place);
        copySlice(slice, m_whole, m_axis, at);
        return slice;
    }

private:
    Steps(ir::Tensor whole, std::size_t axis, bool reversed, std::span<std::byte> place)
        : m_whole(std::move(whole)), m_axis(axis), m_reversed(reversed), m_place(place) {}

    ir::Tensor m_whole;
    std::size_t m_axis;
    bool m_reversed;
    std::span<std::byte> m_place; // of the step that runs; empty: each has its own
};

Result<void> run(KernelContext& context) {
    if (context.opset() < 9) return runBatchedScan(context);
    ASSIGN_OR_RETURN(const auto parts, partsOf(context.node()));
    std::vector<ir::Tensor> state;
    std::vector<Steps> cut;
    for (std::size_t i = 0; i < parts.states + parts.scans; ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        if (i < parts.states) {
            state.push_back(*in);
            continue;
        }
        ASSIGN_OR_RETURN(auto steps, Steps::make(context, parts, i - parts.states));
        if (!cut.empty() && cut.front().count() != steps.count())
            return badInput(say("the scanned inputs have different lengths"));
        cut.push_back(std::move(steps));
    }
    const std::int64_t steps = cut.front().count();
    std::vector<std::optional<Stacked>> scanned(parts.scannedOutputs);
    for (std::int64_t step = 0; step < steps; ++step) {
        if (context.run().stopped()) return cancelled();
        std::vector<ir::Tensor> inputs = std::move(state);
        for (const Steps& each : cut) {
            ASSIGN_OR_RETURN(auto slice, each.at(context, step));
            inputs.push_back(std::move(slice));
        }
        auto outputs = context.runSubgraph(*parts.body, std::move(inputs));
        if (!outputs) return std::move(outputs).error().within(say("step {1}", step));
        state.assign(std::make_move_iterator(outputs->begin()),
                     std::make_move_iterator(outputs->begin() + static_cast<std::ptrdiff_t>(parts.states)));
        for (std::size_t k = 0; k < parts.scannedOutputs; ++k) {
            const std::size_t output = parts.states + k;
            if (!context.wantsOutput(output)) continue;
            const ir::Tensor& slice = (*outputs)[output];
            if (step == 0) {
                ASSIGN_OR_RETURN(scanned[k], Stacked::make(context, output, slice.type(), parts.outputAxes[k],
                                                           steps, parts.outputDirections[k] != 0));
            }
            if (auto put = scanned[k]->put(step, slice); !put)
                return std::move(put).error().within(say("step {1}", step));
        }
    }
    for (std::size_t k = 0; k < parts.states; ++k)
        context.setOutput(k, std::move(state[k]));
    for (std::size_t k = 0; k < parts.scannedOutputs; ++k) {
        const std::size_t output = parts.states + k;
        if (!context.wantsOutput(output)) continue;
        if (scanned[k]) {
            RETURN_IF_ERROR(scanned[k]->finish());
            continue;
        }
        const ir::TensorType& declared = parts.body->value(parts.body->outputs[output]).type;
        RETURN_IF_ERROR(stack(context, output, {}, parts.outputAxes[k], false, declared));
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Scan",
    .category = Category::ControlFlow,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .since = 8,
};

} // namespace edgewright::ops::scan
