// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that make sequences, and that read, add or take away single items.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/operands/output_type.h"
#include "core/ops/sequence/sequences.h"

#include <array>
#include <optional>

namespace edgewright::ops::sequence_items {

namespace {

// Input `index` as a position in a sequence of `count` items; negative ones count from the end, `end` allows
// the one behind the last item. Empty when the input is omitted; BadInput when it is no single integer in that
// range.
Result<std::optional<std::size_t>> positionAt(const KernelContext& context, std::size_t index,
                                              std::size_t count, bool end) {
    if (index >= context.inputCount() || !context.input(index)) return std::optional<std::size_t>();
    ASSIGN_OR_RETURN(const auto tensor, operand(context, index));
    if (!ir::isInteger(tensor->dtype()) || tensor->elements() != 1)
        return badInput(say("the position is {1} where one integer is expected", tensor->type().text()));
    const std::int64_t given = ir::elementAsInt64(*tensor, 0);
    const auto length = static_cast<std::int64_t>(count);
    const std::int64_t last = end ? length : length - 1;
    if (given < -length || given > last)
        return badInput(say("position {1} is outside [{2}, {3}] of a sequence with {4} items", given, -length,
                            last, count));
    return std::optional(static_cast<std::size_t>(given < 0 ? given + length : given));
}

Result<void> inferEmpty(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "dtype", ir::DataType::Float32));
    context.setOutput(0, ir::TensorType::sequenceOf(type));
    return {};
}

Result<void> runEmpty(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto type, namedType(context.node(), "dtype", ir::DataType::Float32));
    context.setOutput(0, ir::Tensor::ofItems(ir::Container::Sequence, type, {}));
    return {};
}

Result<void> inferConstruct(InferContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ir::TensorType item = *first;
    for (std::size_t i = 1; i < context.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        item = eitherType(item, *in);
    }
    context.setOutput(0, ir::TensorType::sequenceOf(std::move(item)));
    return {};
}

Result<void> runConstruct(KernelContext& context) {
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

// Inputs: the sequence, the tensor, where to put it (default: the end).
Result<void> inferInsert(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto tensor, operand(context, 1));
    context.setOutput(0, ir::TensorType::sequenceOf(eitherType(itemType(*sequence), *tensor)));
    return {};
}

Result<void> runInsert(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto tensor, operand(context, 1));
    const std::vector<ir::Tensor>& given = sequence->items();
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 2, given.size(), true));
    const auto at = static_cast<std::ptrdiff_t>(position.value_or(given.size()));
    std::vector<ir::Tensor> items;
    items.reserve(given.size() + 1);
    items.insert(items.end(), given.begin(), given.begin() + at);
    items.push_back(*tensor);
    items.insert(items.end(), given.begin() + at, given.end());
    ASSIGN_OR_RETURN(auto result, makeSequence(tensor->dtype(), std::move(items)));
    context.setOutput(0, std::move(result));
    return {};
}

Result<void> inferErase(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    context.setOutput(0, *sequence);
    return {};
}

// Inputs: the sequence, the position (default: the last item).
Result<void> runErase(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    std::vector<ir::Tensor> items = sequence->items();
    if (items.empty()) return badInput(say("the sequence has no item to erase"));
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 1, items.size(), false));
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(position.value_or(items.size() - 1)));
    context.setOutput(0, ir::Tensor::ofItems(ir::Container::Sequence, sequence->dtype(), std::move(items)));
    return {};
}

Result<void> inferAt(InferContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    context.setOutput(0, itemType(*sequence));
    return {};
}

Result<void> runAt(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(const auto position, positionAt(context, 1, sequence->items().size(), false));
    if (!position) return badInput(say("the position is missing"));
    context.setOutput(0, sequence->items()[*position]);
    return {};
}

Result<void> inferLength(InferContext& context) {
    RETURN_IF_ERROR(sequenceOperand(context, 0));
    context.setOutput(0, {ir::DataType::Int64, ir::Dims{}});
    return {};
}

Result<void> runLength(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto sequence, sequenceOperand(context, 0));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {}));
    out.as<std::int64_t>()[0] = static_cast<std::int64_t>(sequence->items().size());
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run, bool takesContainers) {
    return {.name = name,
            .category = Category::DataMovement,
            .infer = infer,
            .run = run,
            .takesContainers = takesContainers,
            .since = 11};
}

constexpr std::array Rows{
    row("SequenceEmpty", inferEmpty, runEmpty, false),
    row("SequenceConstruct", inferConstruct, runConstruct, false),
    row("SequenceInsert", inferInsert, runInsert, true),
    row("SequenceErase", inferErase, runErase, true),
    row("SequenceAt", inferAt, runAt, true),
    row("SequenceLength", inferLength, runLength, true),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::sequence_items
