// SPDX-License-Identifier: GPL-3.0-or-later
// Slices along an axis: what Loop, Scan and the sequence operators collect and hand out.
#pragma once

#include "core/ops/operands/element_sink.h"
#include "core/ops/operator.h"

#include <optional>
#include <utility>
#include <vector>

namespace edgewright::ops {

// An output that is written one slice after the other, each at its place along a new axis.
class Stacked {
public:
    // `slice`: the type and full shape of each of the `count` slices. Last one first when `reversed`.
    static Result<Stacked> make(KernelContext& context, std::size_t index, const ir::TensorType& slice,
                                std::int64_t axis, std::int64_t count, bool reversed);
    // Slice `at` of [0, count). BadInput where its type is another one.
    Result<void> put(std::int64_t at, const ir::Tensor& tensor);
    // Call once all are put.
    Result<void> finish() { return m_sink.finish(); }

private:
    Stacked(ElementSink sink, ir::TensorType slice, std::int64_t inner, std::int64_t count, bool reversed)
        : m_sink(std::move(sink)), m_slice(std::move(slice)), m_inner(inner), m_count(count),
          m_reversed(reversed) {}

    ElementSink m_sink;
    ir::TensorType m_slice;
    std::int64_t m_inner; // elements from the new axis on
    std::int64_t m_count;
    bool m_reversed;
};

// Output `index`: the tensors, all of one type and shape, joined along a new axis; last one first when
// `reversed`. Without any tensor the output is empty and has the `declared` element type and shape, unknown
// extents as 0.
Result<void> stack(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                   std::int64_t axis, bool reversed, const ir::TensorType& declared);

// Position `at` of `axis`, which is dropped, as a tensor of its own. `at` must exist.
Result<ir::Tensor> sliceAt(KernelContext& context, const ir::Tensor& tensor, std::size_t axis, std::int64_t at);
// The same as a part of the tensor's own bytes; nothing where they are scattered, or no whole bytes.
std::optional<ir::Tensor> viewAt(const ir::Tensor& tensor, std::size_t axis, std::int64_t at);
// The same into `to`, which has its elements; of types with whole bytes.
void copySlice(ir::Tensor& to, const ir::Tensor& tensor, std::size_t axis, std::int64_t at);
// Positions [at, at + count) of `axis`, which is kept. They must exist.
Result<ir::Tensor> sliceRange(KernelContext& context, const ir::Tensor& tensor, std::size_t axis,
                              std::int64_t at, std::int64_t count);

// Output `index`: the tensors, of one type and of one shape but for `axis`, joined along it. At least one.
Result<void> concatenate(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                         std::int64_t axis);

} // namespace edgewright::ops
