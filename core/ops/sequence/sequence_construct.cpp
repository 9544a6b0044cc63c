// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_construct {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ir::TensorType item = *first;
    for (std::size_t i = 1; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        item = eitherType(item, *in);
    }
    context.setOutput(0, ir::TensorType::sequenceOf(std::move(item)));
    return {};
}

Result<void> run(KernelContext& context) {
    std::vector<ir::Tensor> items;
    for (std::size_t i = 0; i == 0 || i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        items.push_back(*in);
    }
    const ir::DataType element = items.front().dtype();
    ASSIGN_OR_RETURN(auto sequence, makeSequence(element, std::move(items)));
    context.setOutput(0, std::move(sequence));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceConstruct",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::sequence_construct
