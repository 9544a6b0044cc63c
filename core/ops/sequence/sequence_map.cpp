// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_map {

namespace {

Result<std::shared_ptr<const ir::Graph>> bodyOf(const ir::Node& node) {
    auto body = node.graph("body");
    if (!body || body->inputs.size() != node.inputs.size())
        return badInput(say("the body is missing or does not have {1} inputs", node.inputs.size()));
    return body;
}

// The body sees one item of each input that is a sequence, and tensors as they are.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto body, bodyOf(context.node()));
    RETURN_IF_ERROR(sequenceOperand(context, 0));
    std::vector<ir::TensorType> types;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, anyOperand(context, i));
        types.push_back(in->container == ir::Container::Sequence ? itemType(*in) : *in);
    }
    ASSIGN_OR_RETURN(const auto outputs, context.inferSubgraph(*body, types));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        context.setOutput(i, ir::TensorType::sequenceOf(outputs[i]));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto body, bodyOf(context.node()));
    ASSIGN_OR_RETURN(const auto first, sequenceOperand(context, 0));
    const std::size_t count = first->items().size();
    std::vector<const ir::Tensor*> inputs;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, anyOperand(context, i));
        const bool sequence = in->container() == ir::Container::Sequence;
        if (sequence && in->items().size() != count)
            return badInput(
                say("input {1} has {2} items where the first one has {3}", i, in->items().size(), count));
        inputs.push_back(in);
    }
    std::vector<std::vector<ir::Tensor>> results(body->outputs.size());
    for (std::size_t at = 0; at < count; ++at) {
        if (context.run().stopped()) return cancelled();
        std::vector<ir::Tensor> arguments;
        for (const ir::Tensor* in : inputs)
            arguments.push_back(in->container() == ir::Container::Sequence ? in->items()[at] : *in);
        auto outputs = context.runSubgraph(*body, std::move(arguments));
        if (!outputs) return std::move(outputs).error().within(say("item {1}", at));
        for (std::size_t k = 0; k < results.size(); ++k)
            results[k].push_back(std::move((*outputs)[k]));
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
        const ValueId output = body->outputs[k];
        const auto declared = body->contains(output) ? body->value(output).type.dtype : ir::DataType::Undefined;
        ASSIGN_OR_RETURN(auto sequence, makeSequence(declared, std::move(results[k])));
        context.setOutput(k, std::move(sequence));
    }
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceMap",
    .category = Category::ControlFlow,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 17,
};

} // namespace edgewright::ops::sequence_map
