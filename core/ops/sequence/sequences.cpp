// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/sequence/sequences.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

namespace edgewright::ops {

Result<ir::Tensor> makeSequence(ir::DataType element, std::vector<ir::Tensor> items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].isTensor() || items[i].dtype() != items.front().dtype())
            return badInput(say("item {1} would be {2} where the first one is {3}", i, items[i].type().text(),
                                items.front().type().text()));
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
