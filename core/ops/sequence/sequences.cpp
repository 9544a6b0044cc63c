// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/sequence/sequences.h"

#include "core/base/propagate.h"

namespace edgewright::ops {

Result<ir::Tensor> makeSequence(ir::DataType element, std::vector<ir::Tensor> items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].isTensor() || items[i].dtype() != items.front().dtype())
            return badInput("item " + std::to_string(i) + " would be " + items[i].type().text() +
                            " where the first one is " + items.front().type().text());
    }
    if (!items.empty()) element = items.front().dtype();
    return ir::Tensor::ofItems(ir::Container::Sequence, element, std::move(items));
}

ir::TensorType itemType(const ir::TensorType& sequence) {
    ir::TensorType item = sequence;
    item.container = ir::Container::Tensor;
    return item;
}

Result<std::optional<std::size_t>> positionAt(const KernelContext& context, std::size_t index,
                                              std::size_t count, bool end) {
    if (index >= context.inputCount() || !context.input(index)) return std::optional<std::size_t>();
    ASSIGN_OR_RETURN(const auto tensor, operand(context, index));
    if (!ir::isInteger(tensor->dtype()) || tensor->elements() != 1)
        return badInput("the position is " + tensor->type().text() + " where one integer is expected");
    const std::int64_t given = ir::elementAsInt64(*tensor, 0);
    const auto length = static_cast<std::int64_t>(count);
    const std::int64_t last = end ? length : length - 1;
    if (given < -length || given > last)
        return badInput("position " + std::to_string(given) + " is outside [" + std::to_string(-length) + ", " +
                        std::to_string(last) + "] of a sequence with " + std::to_string(count) + " items");
    return std::optional(static_cast<std::size_t>(given < 0 ? given + length : given));
}

} // namespace edgewright::ops
