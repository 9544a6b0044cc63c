// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/stacking.h"

#include "core/ops/axes.h"
#include "core/ops/element_sink.h"

#include <cstring>

namespace edgewright::ops {

Result<void> stack(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                   std::int64_t axis, bool reversed, const ir::TensorType& declared) {
    ir::Dims slice;
    ir::DataType type = declared.dtype;
    if (!tensors.empty()) {
        slice = tensors.front().dims();
        type = tensors.front().dtype();
    } else if (declared.shape) {
        for (const ir::Dim& dim : *declared.shape)
            slice.push_back(dim.known() ? dim.value() : 0);
    }
    const auto normal = normaliseAxis(axis, static_cast<std::int64_t>(slice.size()) + 1);
    if (!normal) return normal.error();
    const auto count = static_cast<std::int64_t>(tensors.size());
    ir::Dims dims = slice;
    dims.insert(dims.begin() + *normal, count);
    auto sink = ElementSink::make(context, index, type, dims);
    if (!sink) return std::move(sink).error();
    const std::int64_t inner = rowMajorStrides(dims)[static_cast<std::size_t>(*normal)];
    for (std::int64_t i = 0; i < count; ++i) {
        const ir::Tensor& tensor = tensors[static_cast<std::size_t>(reversed ? count - 1 - i : i)];
        if (tensor.dims() != slice || tensor.dtype() != type)
            return badInput("iterations produced " + tensors.front().type().text() + " and " +
                            tensor.type().text() + ", which cannot be joined");
        for (std::int64_t from = 0; from < tensor.elements(); from += inner)
            sink->copy(from * count + i * inner, tensor, from, inner);
    }
    sink->finish();
    return {};
}

Result<ir::Tensor> sliceAt(const ir::Tensor& tensor, std::size_t axis, std::int64_t at) {
    ir::Dims dims = tensor.dims();
    const std::int64_t extent = dims[axis];
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    const std::int64_t inner = rowMajorStrides(tensor.dims())[axis];
    if (tensor.dtype() == ir::DataType::String) return unsupported("slices of string tensors");
    const auto bytes = static_cast<std::size_t>(ir::bitWidth(tensor.dtype())) / 8;
    if (bytes == 0) return unsupported("slices of " + tensor.type().text());
    auto result = ir::Tensor::allocate(tensor.dtype(), dims);
    if (!result || result->elements() == 0) return result;
    std::byte* to = result->mutableBytes().data();
    const auto block = static_cast<std::size_t>(inner) * bytes;
    for (std::int64_t base = at * inner; base < tensor.elements(); base += extent * inner, to += block)
        std::memcpy(to, tensor.bytes().data() + static_cast<std::size_t>(base) * bytes, block);
    return result;
}

} // namespace edgewright::ops
