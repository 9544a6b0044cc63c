// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/indexing/indices.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

namespace {

Result<std::int64_t> within(std::int64_t index, std::int64_t extent) {
    if (index < -extent || index >= extent)
        return badInput(say("index {1} is outside [{2}, {3}]", index, -extent, extent - 1));
    return index < 0 ? index + extent : index;
}

Result<void> expectIntegers(const ir::Tensor& indices) {
    if (ir::isInteger(indices.dtype()) && indices.hasData()) return {};
    return badInput(say("indices are {1} where an integer tensor is expected", indices.type().text()));
}

} // namespace

Result<std::span<std::int64_t>> indicesWithin(KernelContext& context, const ir::Tensor& indices,
                                              std::int64_t extent) {
    RETURN_IF_ERROR(expectIntegers(indices));
    auto result = context.scratchOf<std::int64_t>(indices.elements());
    if (!result) return result;
    for (std::int64_t i = 0; i < indices.elements(); ++i) {
        ASSIGN_OR_RETURN(const auto normal, within(ir::elementAsInt64(indices, i), extent));
        (*result)[static_cast<std::size_t>(i)] = normal;
    }
    return result;
}

Result<std::span<std::int64_t>> elementPlaces(KernelContext& context, const ir::Dims& dims,
                                              const ir::Tensor& indices, std::size_t axis) {
    const ir::Dims& shape = indices.dims();
    bool fits = shape.size() == dims.size() && axis < dims.size();
    for (std::size_t i = 0; fits && i < dims.size(); ++i)
        fits = i == axis || shape[i] <= dims[i];
    if (!fits)
        return badInput(say("indices {1} do not fit data of shape {2} along axis {3}", indices.type().text(),
                            ir::TensorType(ir::DataType::Int64, dims).text().substr(5), axis));
    auto result = indicesWithin(context, indices, dims[axis]);
    if (!result) return result;
    const auto strides = rowMajorStrides(dims);
    std::vector<std::int64_t> position(dims.size(), 0);
    std::int64_t base = 0; // of the position, without `axis`
    for (std::int64_t& place : *result) {
        place = base + place * strides[axis];
        for (std::size_t k = dims.size(); k-- > 0;) {
            if (k != axis) base += strides[k];
            if (++position[k] < shape[k]) break;
            if (k != axis) base -= strides[k] * shape[k];
            position[k] = 0;
        }
    }
    return result;
}

namespace {

// Places of blocks, and what they were found for.
struct KeptPlaces {
    ir::Dims dims; // of the data
    const std::byte* source = nullptr;
    ir::Tensor places;
};

} // namespace

Result<IndexedBlocks> indexedBlocks(KernelContext& context, const ir::Dims& dims, const ir::Tensor& indices,
                                    std::int64_t batchDims) {
    RETURN_IF_ERROR(expectIntegers(indices));
    const ir::Dims& shape = indices.dims();
    const auto rank = static_cast<std::int64_t>(dims.size());
    bool fits = !shape.empty() && batchDims >= 0 && batchDims < static_cast<std::int64_t>(shape.size()) &&
                batchDims <= rank && shape.back() <= rank - batchDims;
    for (std::size_t i = 0; fits && i < static_cast<std::size_t>(batchDims); ++i)
        fits = shape[i] == dims[i];
    if (!fits)
        return badInput(say("indices {1} do not fit data of shape {2} with {3} batch axes",
                            indices.type().text(), ir::TensorType(ir::DataType::Int64, dims).text().substr(5),
                            batchDims));
    const auto batch = static_cast<std::size_t>(batchDims);
    const auto depth = static_cast<std::size_t>(shape.back());
    const auto strides = rowMajorStrides(dims);
    IndexedBlocks result;
    for (std::size_t i = batch + depth; i < dims.size(); ++i)
        result.length *= dims[i];
    std::int64_t batchStride = result.length;
    for (std::size_t i = batch; i < batch + depth; ++i)
        batchStride *= dims[i];
    std::int64_t batches = 1;
    for (std::size_t i = 0; i < batch; ++i)
        batches *= shape[i];

    std::int64_t rows = 1;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i)
        rows *= shape[i];
    constexpr std::int64_t maxRows = std::int64_t(1) << 32;
    if (rows > maxRows) return badInput(say("too many indices"));
    const std::int64_t rowsPerBatch = batches == 0 ? 0 : rows / batches;
    const bool kept = context.isConstant(1);
    if (kept && context.state()) {
        const auto known = std::static_pointer_cast<const KeptPlaces>(context.state());
        if (known->dims == dims && known->source == indices.bytes().data()) {
            result.places = known->places.as<std::int64_t>();
            return result;
        }
    }
    std::span<std::int64_t> places;
    KeptPlaces keeps{dims, indices.bytes().data(), {}};
    if (kept) {
        ASSIGN_OR_RETURN(keeps.places, context.allocatePrepared(ir::DataType::Int64, {rows}));
        places = keeps.places.as<std::int64_t>();
    } else {
        ASSIGN_OR_RETURN(places, context.scratchOf<std::int64_t>(rows));
    }
    result.places = places;
    const std::span<const std::int64_t> wide =
        indices.dtype() == ir::DataType::Int64 ? indices.as<std::int64_t>() : std::span<const std::int64_t>();
    std::int64_t at = 0;                        // of the indices
    std::int64_t base = 0, left = rowsPerBatch; // of the batch
    for (std::int64_t row = 0; row < rows; ++row, --left) {
        if (left == 0) {
            base += batchStride;
            left = rowsPerBatch;
        }
        std::int64_t place = base;
        for (std::size_t i = 0; i < depth; ++i, ++at) {
            const std::int64_t extent = dims[batch + i];
            const std::int64_t index =
                wide.empty() ? ir::elementAsInt64(indices, at) : wide[static_cast<std::size_t>(at)];
            if (index < -extent || index >= extent) return within(index, extent).error();
            place += (index < 0 ? index + extent : index) * strides[batch + i];
        }
        places[static_cast<std::size_t>(row)] = place;
    }
    if (kept) context.state() = std::make_shared<KeptPlaces>(std::move(keeps));
    return result;
}

Result<SelectedAxis> selectedAxis(const ir::Node& node, const ir::Tensor& in) {
    const bool flat = !node.find("axis");
    ir::Tensor source = flat ? in.reshaped({in.elements()}) : in;
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(flat ? 0 : node.intOr("axis", 0), source.rank()));
    return SelectedAxis{std::move(source), static_cast<std::size_t>(axis)};
}

Result<void> inferSelected(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (!context.node().find("axis")) {
        type.shape = std::vector<ir::Dim>(1);
    } else if (in->shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(in->shape->size())));
        type.shape = in->shape;
        (*type.shape)[static_cast<std::size_t>(axis)] = ir::Dim();
    }
    context.setOutput(0, std::move(type));
    return {};
}

std::optional<std::int64_t> selectableExtent(const ir::Node& node, Types inputs) {
    if (inputs.empty()) return std::nullopt;
    if (!node.find("axis")) return inputs[0].elements();
    const auto dims = inputs[0].dims();
    if (!dims) return std::nullopt;
    const auto axis = normaliseAxis(node.intOr("axis", 0), static_cast<std::int64_t>(dims->size()));
    return axis ? std::optional((*dims)[static_cast<std::size_t>(*axis)]) : std::nullopt;
}

} // namespace edgewright::ops
