// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/stacking.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/packed.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

Result<Stacked> Stacked::make(KernelContext& context, std::size_t index, const ir::TensorType& slice,
                              std::int64_t axis, std::int64_t count, bool reversed) {
    ir::Dims dims = slice.dims().value_or(ir::Dims{});
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(axis, static_cast<std::int64_t>(dims.size()) + 1));
    dims.insert(dims.begin() + normal, count);
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, index, slice.dtype, dims));
    const std::int64_t inner = rowMajorStrides(dims)[static_cast<std::size_t>(normal)];
    return Stacked(std::move(sink), slice, inner, count, reversed);
}

Result<void> Stacked::put(std::int64_t at, const ir::Tensor& tensor) {
    if (!tensor.isTensor() || tensor.type() != m_slice)
        return badInput(
            say("slices are {1} and {2}, which cannot be joined", m_slice.text(), tensor.type().text()));
    const std::int64_t place = m_reversed ? m_count - 1 - at : at;
    for (std::int64_t from = 0; from < tensor.elements(); from += m_inner)
        m_sink.copy(from * m_count + place * m_inner, tensor, from, m_inner);
    return {};
}

Result<void> stack(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                   std::int64_t axis, bool reversed, const ir::TensorType& declared) {
    ir::TensorType slice(declared.dtype, ir::Dims{});
    if (!tensors.empty()) {
        slice = tensors.front().type();
    } else if (declared.shape) {
        for (const ir::Dim& dim : *declared.shape)
            slice.shape->push_back(dim.known() ? dim : ir::Dim(0));
    }
    ASSIGN_OR_RETURN(auto stacked, Stacked::make(context, index, slice, axis, std::ssize(tensors), reversed));
    for (std::size_t i = 0; i < tensors.size(); ++i)
        RETURN_IF_ERROR(stacked.put(static_cast<std::int64_t>(i), tensors[i]));
    return stacked.finish();
}

Result<ir::Tensor> sliceRange(KernelContext& context, const ir::Tensor& tensor, std::size_t axis,
                              std::int64_t at, std::int64_t count) {
    ir::Dims dims = tensor.dims();
    dims[axis] = count;
    auto result = context.allocate(tensor.dtype(), dims);
    if (!result || result->elements() == 0) return result;
    const std::int64_t inner = rowMajorStrides(dims)[axis];
    const std::int64_t period = tensor.dims()[axis] * inner;
    const std::int64_t block = count * inner;
    const int bits = ir::bitWidth(tensor.dtype());
    if (tensor.dtype() == ir::DataType::String) {
        std::vector<std::string> strings;
        strings.reserve(static_cast<std::size_t>(result->elements()));
        for (std::int64_t base = at * inner; base < tensor.elements(); base += period)
            strings.insert(strings.end(), tensor.strings().begin() + base,
                           tensor.strings().begin() + base + block);
        return ir::Tensor::ofStrings(std::move(dims), std::move(strings));
    }
    if (bits < 8) std::ranges::fill(result->mutableBytes(), std::byte{0});
    std::byte* to = result->mutableBytes().data();
    const std::byte* from = tensor.bytes().data();
    std::size_t written = 0;
    for (std::int64_t base = at * inner; base < tensor.elements(); base += period) {
        if (bits < 8) {
            for (std::int64_t i = 0; i < block; ++i)
                setPacked(to, written++, bits, packedAt(from, static_cast<std::size_t>(base + i), bits));
            continue;
        }
        const auto bytes = static_cast<std::size_t>(bits) / 8;
        const std::size_t size = static_cast<std::size_t>(block) * bytes;
        std::memcpy(to + written, from + static_cast<std::size_t>(base) * bytes, size);
        written += size;
    }
    return result;
}

Result<ir::Tensor> sliceAt(KernelContext& context, const ir::Tensor& tensor, std::size_t axis,
                           std::int64_t at) {
    const auto slice = sliceRange(context, tensor, axis, at, 1);
    if (!slice) return slice;
    ir::Dims dims = tensor.dims();
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    return slice->reshaped(std::move(dims));
}

std::optional<ir::Tensor> viewAt(const ir::Tensor& tensor, std::size_t axis, std::int64_t at) {
    ir::Dims dims = tensor.dims();
    const auto before = dims.begin() + static_cast<std::ptrdiff_t>(axis);
    if (tensor.dtype() == ir::DataType::String || ir::bitWidth(tensor.dtype()) < 8 ||
        std::any_of(dims.begin(), before, [](std::int64_t each) { return each != 1; }))
        return std::nullopt;
    dims.erase(before);
    ir::Tensor whole = tensor;
    const std::size_t bytes = tensor.bytes().size() / static_cast<std::size_t>(tensor.dims()[axis]);
    return ir::Tensor::over(tensor.dtype(), std::move(dims), tensor.owner(),
                            whole.mutableBytes().subspan(static_cast<std::size_t>(at) * bytes, bytes));
}

void copySlice(ir::Tensor& to, const ir::Tensor& tensor, std::size_t axis, std::int64_t at) {
    if (to.elements() == 0) return;
    const std::int64_t inner = rowMajorStrides(tensor.dims())[axis];
    const std::int64_t period = tensor.dims()[axis] * inner;
    const auto bytes = static_cast<std::size_t>(ir::bitWidth(tensor.dtype())) / 8;
    const std::size_t block = static_cast<std::size_t>(inner) * bytes;
    std::byte* target = to.mutableBytes().data();
    for (std::int64_t base = at * inner; base < tensor.elements(); base += period, target += block)
        std::memcpy(target, tensor.bytes().data() + static_cast<std::size_t>(base) * bytes, block);
}

Result<void> concatenate(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                         std::int64_t axis) {
    const ir::Tensor& first = tensors.front();
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(axis, first.rank()));
    const auto along = static_cast<std::size_t>(normal);
    ir::Dims dims = first.dims();
    std::int64_t extent = 0;
    for (const ir::Tensor& tensor : tensors) {
        ir::Dims aligned = tensor.dims();
        if (aligned.size() == dims.size()) aligned[along] = dims[along];
        if (aligned != dims || tensor.dtype() != first.dtype())
            return badInput(say("{1} and {2} cannot be joined along axis {3}", first.type().text(),
                                tensor.type().text(), normal));
        const auto sum = checkedAdd(extent, tensor.dims()[along]);
        if (!sum) return badInput(say("the joined axis is too long"));
        extent = *sum;
    }
    dims[along] = extent;
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, index, first.dtype(), dims));
    const std::int64_t inner = rowMajorStrides(dims)[along];
    std::int64_t offset = 0;
    for (const ir::Tensor& tensor : tensors) {
        if (sink.elements() == 0) break;
        const std::int64_t block = tensor.dims()[along] * inner;
        for (std::int64_t from = 0, to = offset; from < tensor.elements(); from += block, to += extent * inner)
            sink.copy(to, tensor, from, block);
        offset += block;
    }
    return sink.finish();
}

} // namespace edgewright::ops
