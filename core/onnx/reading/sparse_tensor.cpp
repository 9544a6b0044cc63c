// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse constants become dense ones: nothing behind the importer knows sparse tensors.
#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/onnx/reading/tensor_reader.h"

#include <cstring>

namespace edgewright::onnx {

using ir::Dims;
using ir::Tensor;

namespace {

// Row-major position of entry `row`, from one linear index or one index per extent; empty when outside.
std::optional<std::int64_t> positionOf(std::span<const std::int64_t> indices, std::int64_t row,
                                       const Dims& dims, std::int64_t elements, bool linear) {
    if (linear) {
        const std::int64_t index = indices[static_cast<std::size_t>(row)];
        if (index < 0 || index >= elements) return std::nullopt;
        return index;
    }
    std::int64_t position = 0;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::int64_t index = indices[static_cast<std::size_t>(row) * dims.size() + axis];
        if (index < 0 || index >= dims[axis]) return std::nullopt;
        position = position * dims[axis] + index;
    }
    return position;
}

} // namespace

Result<ReadTensor> TensorReader::readSparse(pb::SparseTensorProto& proto) {
    const Dims dims(proto.dims().begin(), proto.dims().end());
    auto values = read(*proto.mutable_values());
    if (!values) return values;
    auto indices = read(*proto.mutable_indices());
    if (!indices) return indices;
    const ir::DataType type = values->tensor.dtype();
    const auto faulty = [&](std::string code, std::string fault) {
        return ReadTensor{Tensor::withoutData(type, dims), std::move(code), std::move(fault)};
    };
    for (const ReadTensor* part : {&*values, &*indices})
        if (!part->code.empty()) return faulty(part->code, say("is sparse, and a part of it {1}", part->fault));

    const std::int64_t count = values->tensor.elements();
    const auto rank = static_cast<std::int64_t>(dims.size());
    const Dims& shape = indices->tensor.dims();
    const bool linear = shape == Dims{count};
    if (indices->tensor.dtype() != ir::DataType::Int64 || !(linear || shape == Dims{count, rank}))
        return faulty("sparse-indices", say("is sparse with indices {1}; expected int64[{2}] or int64[{2},{3}]",
                                            indices->tensor.type().text(), count, rank));
    if (ir::bitWidth(type) < 8)
        return faulty("sparse-type", say("is sparse with elements of type {1}", ir::dataTypeName(type)));
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(type, *elements) : std::nullopt;
    if (bytes && *bytes <= m_limitBytes && !m_memory.take(*bytes))
        return m_memory.refusal(say("the dense form of a sparse tensor"), *bytes);
    auto dense = Tensor::allocate(type, dims, m_limitBytes);
    if (!dense)
        return faulty("tensor-limit", say("is sparse and cannot be made dense: {1}", dense.error().message));
    const auto width = static_cast<std::size_t>(ir::bitWidth(type)) / 8;
    for (std::int64_t row = 0; row < count; ++row) {
        const auto position =
            positionOf(indices->tensor.as<std::int64_t>(), row, dims, dense->elements(), linear);
        if (!position)
            return faulty("sparse-indices",
                          say("is sparse, and its index {1} lies outside {2}", row, dense->type().text()));
        std::memcpy(dense->mutableBytes().data() + static_cast<std::size_t>(*position) * width,
                    values->tensor.bytes().data() + static_cast<std::size_t>(row) * width, width);
    }
    return ReadTensor{std::move(dense).value(), {}, {}};
}

} // namespace edgewright::onnx
