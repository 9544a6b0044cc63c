// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/known_tensor.h"

#include "core/base/same_bytes.h"

namespace edgewright::ir {

const Tensor* knownTensor(const Graph& graph, ValueId value) {
    const Tensor* tensor = value.valid() && graph.contains(value) ? graph.value(value).known() : nullptr;
    if (!tensor || !tensor->hasData()) return nullptr;
    if (tensor->dtype() == DataType::String) return tensor;
    const auto bytes = byteCount(tensor->dtype(), tensor->elements());
    return bytes && static_cast<std::size_t>(*bytes) <= tensor->bytes().size() ? tensor : nullptr;
}

bool areSameTensors(const Tensor& a, const Tensor& b) {
    return a.dtype() == b.dtype() && a.dims() == b.dims() && a.hasData() && b.hasData() &&
           areSameBytes(a.bytes(), b.bytes()) && a.strings() == b.strings();
}

bool areSameOperands(const Graph& graph, ValueId a, ValueId b) {
    if (a == b) return true;
    const Tensor* x = knownTensor(graph, a);
    const Tensor* y = x ? knownTensor(graph, b) : nullptr;
    return y && areSameTensors(*x, *y);
}

} // namespace edgewright::ir
