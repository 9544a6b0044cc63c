// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/iterations.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/stacking.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace edgewright::ops::loop {

namespace {

// Inputs: trip count, condition, then the carried values. Body: iteration, condition, carried -> condition,
// carried, scanned. Outputs: carried, then the scanned values of all iterations joined along a new first axis.
Result<std::shared_ptr<const ir::Graph>> bodyOf(const ir::Node& node) {
    auto body = node.graph("body");
    if (!body) return badInput(say("the body is missing"));
    const std::size_t carried = node.inputs.size() < 2 ? 0 : node.inputs.size() - 2;
    if (body->inputs.size() != carried + 2 || body->outputs.size() < carried + 1)
        return badInput(say("the body has {1} inputs and {2} outputs, which do not fit {3} carried values",
                            body->inputs.size(), body->outputs.size(), carried));
    return body;
}

// The shape of the iteration number or of the condition in the body: a scalar, or, where the body declares one
// element of rank 1, as tf2onnx and keras2onnx write it, that.
ir::Dims ownShape(const ir::Graph& body, std::size_t input) {
    const ValueId id = body.inputs[input];
    if (!id.valid() || !body.contains(id)) return {};
    const auto& declared = body.value(id).type.shape;
    const bool one =
        declared && declared->size() == 1 && (!declared->front().known() || declared->front().value() == 1);
    return one ? ir::Dims{1} : ir::Dims{};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto body, bodyOf(context.node()));
    const std::size_t carried = body->inputs.size() - 2;
    std::vector<ir::TensorType> types{{ir::DataType::Int64, ownShape(*body, 0)},
                                      {ir::DataType::Bool, ownShape(*body, 1)}};
    for (std::size_t i = 0; i < carried; ++i) {
        const ir::TensorType* in = context.input(i + 2);
        types.push_back(in ? *in : ir::TensorType());
    }
    // A carried value may change its shape from one iteration to the next; what a pass does not confirm is
    // open.
    for (int pass = 0; pass < 2; ++pass) {
        ASSIGN_OR_RETURN(const auto outputs, context.inferSubgraph(*body, types));
        if (outputs.size() < carried + 1) return internalError("the body lost outputs");
        for (std::size_t i = 0; i < carried; ++i)
            types[i + 2] = eitherType(types[i + 2], outputs[i + 1]);
        for (std::size_t i = 0; i < carried; ++i)
            context.setOutput(i, types[i + 2]);
        for (std::size_t i = carried; i + 1 < outputs.size(); ++i) {
            ir::TensorType scanned = outputs[i + 1];
            if (scanned.shape) scanned.shape->insert(scanned.shape->begin(), ir::Dim());
            context.setOutput(i, std::move(scanned));
        }
    }
    return {};
}

Result<std::optional<std::int64_t>> scalarOf(const KernelContext& context, std::size_t index) {
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor) return std::optional<std::int64_t>();
    if (tensor->elements() != 1 || !tensor->hasData())
        return badInput(say("input {1} is {2} where one element is expected", index, tensor->type().text()));
    return std::optional(ir::elementAsInt64(*tensor, 0));
}

// What the iterations write to one scanned output: where the number of iterations is known before, each slice
// goes to its place at once; else they are kept until then.
class Scanned {
public:
    Scanned(std::size_t index, std::optional<std::int64_t> trips) : m_index(index), m_trips(trips) {}

    Result<void> add(KernelContext& context, ir::Tensor slice) {
        if (!context.wantsOutput(m_index)) return {};
        if (m_trips && !m_stacked && m_kept.empty() && slice.isTensor())
            if (auto made = Stacked::make(context, m_index, slice.type(), 0, *m_trips, false))
                m_stacked = *std::move(made); // else it is said once the iterations are through
        if (m_stacked) return m_stacked->put(m_count++, slice);
        m_kept.push_back(std::move(slice));
        return {};
    }
    Result<void> finish(KernelContext& context, const ir::TensorType& declared) {
        if (!context.wantsOutput(m_index)) return {};
        if (!m_stacked) return stack(context, m_index, m_kept, 0, false, declared);
        RETURN_IF_ERROR(m_stacked->finish());
        return {};
    }

private:
    std::size_t m_index; // of the output
    std::optional<std::int64_t> m_trips;
    std::int64_t m_count = 0;
    std::optional<Stacked> m_stacked;
    std::vector<ir::Tensor> m_kept;
};

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto body, bodyOf(context.node()));
    ASSIGN_OR_RETURN(const auto trips, scalarOf(context, 0));
    ASSIGN_OR_RETURN(const auto condition, scalarOf(context, 1));
    const std::size_t carried = body->inputs.size() - 2;
    std::vector<ir::Tensor> state;
    for (std::size_t i = 0; i < carried; ++i) {
        ASSIGN_OR_RETURN(const auto in, anyOperand(context, i + 2));
        state.push_back(*in);
    }
    const std::size_t scans = body->outputs.size() - 1 - carried;
    std::vector<Scanned> scanned;
    for (std::size_t k = 0; k < scans; ++k)
        scanned.emplace_back(carried + k, alwaysGoesOn(*body) ? trips : std::nullopt);
    bool more = condition.value_or(1) != 0;
    for (std::int64_t i = 0; more && (!trips || i < *trips); ++i) {
        if (context.run().stopped()) return cancelled();
        std::vector<ir::Tensor> inputs{ir::Tensor::scalar(i).reshaped(ownShape(*body, 0)),
                                       ir::Tensor::scalar(more).reshaped(ownShape(*body, 1))};
        std::ranges::move(state, std::back_inserter(inputs));
        auto outputs = context.runSubgraph(*body, std::move(inputs));
        if (!outputs) return std::move(outputs).error().within(say("iteration {1}", i));
        if (outputs->front().elements() != 1) return badInput(say("the body's condition is not one bool"));
        more = ir::elementAsInt64(outputs->front(), 0) != 0;
        for (std::size_t k = 0; k < carried; ++k)
            state[k] = std::move((*outputs)[k + 1]);
        for (std::size_t k = 0; k < scans; ++k)
            if (auto added = scanned[k].add(context, std::move((*outputs)[carried + 1 + k])); !added)
                return std::move(added).error().within(say("iteration {1}", i));
    }
    for (std::size_t k = 0; k < carried; ++k)
        context.setOutput(k, std::move(state[k]));
    for (std::size_t k = 0; k < scans; ++k) {
        const ir::TensorType& declared = body->value(body->outputs[carried + 1 + k]).type;
        RETURN_IF_ERROR(scanned[k].finish(context, declared));
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Loop",
    .category = Category::ControlFlow,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .dataDependentShape = true,
};

} // namespace edgewright::ops::loop
