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

} // namespace edgewright::ops
