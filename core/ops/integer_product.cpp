// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product.h"

#include "core/base/checked.h"
#include "core/ops/broadcast.h"
#include "core/ops/codes.h"
#include "core/ops/parallel.h"

#include <array>

namespace edgewright::ops {

Result<std::vector<std::int16_t>> centred(const ir::Tensor& codes, const std::vector<std::int32_t>& zeros,
                                          std::int64_t block) {
    if (codes.dtype() != ir::DataType::Int8 && codes.dtype() != ir::DataType::UInt8)
        return unsupported("integer products of " + codes.type().text());
    const auto range = codeRange(codes.dtype());
    for (const std::int32_t zero : zeros)
        if (zero < range->low || zero > range->high)
            return badInput("zero point " + std::to_string(zero) + " is no " +
                            std::string(ir::dataTypeName(codes.dtype())));
    std::vector<std::int16_t> result(static_cast<std::size_t>(codes.elements()));
    const bool isSigned = codes.dtype() == ir::DataType::Int8;
    const auto bytes = codes.as<std::uint8_t>();
    std::size_t at = 0;
    for (std::size_t group = 0; at < result.size(); ++group) {
        const std::int32_t zero = zeros[group % zeros.size()];
        const std::size_t end = zeros.size() == 1 ? result.size() : at + static_cast<std::size_t>(block);
        for (; at < end; ++at)
            result[at] =
                static_cast<std::int16_t>((isSigned ? static_cast<std::int8_t>(bytes[at]) : bytes[at]) - zero);
    }
    return result;
}

namespace {

// |sum| stays below 2^31 over this many products of two numbers in [-255, 255].
constexpr std::int64_t SafeDepth = 32768;

template <int Rows>
void dotRows(const std::int16_t* a, const std::int16_t* b, std::int64_t depth, std::int32_t* sums) {
    std::uint32_t totals[Rows] = {};
    for (std::int64_t begin = 0; begin < depth; begin += SafeDepth) {
        const std::int64_t end = std::min(depth, begin + SafeDepth);
        std::int32_t part[Rows] = {};
        for (std::int64_t k = begin; k < end; ++k)
            for (int row = 0; row < Rows; ++row)
                part[row] += std::int32_t(a[row * depth + k]) * b[k];
        for (int row = 0; row < Rows; ++row)
            totals[row] += static_cast<std::uint32_t>(part[row]);
    }
    for (int row = 0; row < Rows; ++row)
        sums[row] = static_cast<std::int32_t>(totals[row]);
}

} // namespace

void multiplyRows(const std::int16_t* a, std::int64_t rowsA, const std::int16_t* b, std::int64_t rowsB,
                  std::int64_t depth, std::int32_t* out, std::int64_t outStrideA, std::int64_t outStrideB) {
    constexpr int Block = 4;
    std::int32_t sums[Block];
    std::int64_t i = 0;
    for (; i + Block <= rowsA; i += Block)
        for (std::int64_t j = 0; j < rowsB; ++j) {
            dotRows<Block>(a + i * depth, b + j * depth, depth, sums);
            for (int k = 0; k < Block; ++k)
                out[(i + k) * outStrideA + j * outStrideB] = sums[k];
        }
    for (; i < rowsA; ++i)
        for (std::int64_t j = 0; j < rowsB; ++j)
            dotRows<1>(a + i * depth, b + j * depth, depth, out + i * outStrideA + j * outStrideB);
}

namespace {

// The input elements under the windows of output positions [begin, end): one row per position, ordered as the
// weight is: channel, then tap. Outside the input lies the zero point, hence 0.
void gatherColumns(const Geometry& g, const std::int16_t* x, std::int64_t channels, std::int64_t begin,
                   std::int64_t end, std::int16_t* columns) {
    const auto& [d, h, w] = g.axes;
    const std::int64_t inPlane = g.inPlane();
    const std::int64_t taps = g.taps();
    for (std::int64_t position = begin; position < end; ++position, columns += channels * taps) {
        const std::int64_t od = position / (h.out * w.out);
        const std::int64_t oh = position / w.out % h.out;
        const std::int64_t ow = position % w.out;
        std::int64_t tap = 0;
        for (std::int64_t kd = 0; kd < d.window.kernel; ++kd) {
            const std::int64_t id = od * d.window.stride - d.window.padBegin + kd * d.window.dilation;
            for (std::int64_t kh = 0; kh < h.window.kernel; ++kh) {
                const std::int64_t ih = oh * h.window.stride - h.window.padBegin + kh * h.window.dilation;
                const bool row = id >= 0 && id < d.in && ih >= 0 && ih < h.in;
                for (std::int64_t kw = 0; kw < w.window.kernel; ++kw, ++tap) {
                    const std::int64_t iw = ow * w.window.stride - w.window.padBegin + kw * w.window.dilation;
                    const bool inside = row && iw >= 0 && iw < w.in;
                    const std::int16_t* from = inside ? x + (id * h.in + ih) * w.in + iw : nullptr;
                    for (std::int64_t c = 0; c < channels; ++c)
                        columns[c * taps + tap] = from ? from[c * inPlane] : std::int16_t(0);
                }
            }
        }
    }
}

Result<Geometry> geometryFor(const ir::Node& node, const ir::Dims& x, const ir::Dims& weight) {
    const std::int64_t group = node.intOr("group", 1);
    const bool fits = x.size() == weight.size() && x.size() >= 3 && group >= 1 && weight[0] % group == 0 &&
                      checkedMul(weight[1], group) == x[1];
    if (!fits)
        return badInput("an input of shape " + ir::TensorType(ir::DataType::Int8, x).text().substr(4) +
                        " and a weight of shape " +
                        ir::TensorType(ir::DataType::Int8, weight).text().substr(4) + " do not fit with " +
                        std::to_string(group) + " groups");
    const auto kernel = std::span(weight).subspan(2);
    auto window = readWindow(node, kernel);
    if (!window) return std::move(window).error();
    return geometryOf(*std::move(window), x);
}

} // namespace

Result<IntegerConvolution> convolveCodes(const KernelContext& context, const ir::Tensor& x,
                                         const ir::Tensor& weight, std::int32_t xZero,
                                         const std::vector<std::int32_t>& weightZeros) {
    const auto geometry = geometryFor(context.node(), x.dims(), weight.dims());
    if (!geometry) return geometry.error();
    const std::int64_t group = context.node().intOr("group", 1);
    const std::int64_t outChannels = weight.dims()[0];
    const std::int64_t channels = weight.dims()[1];
    const std::int64_t depth = channels * geometry->taps();
    const auto input = centred(x, {xZero});
    if (!input) return input.error();
    const auto filter = centred(weight, weightZeros, depth);
    if (!filter) return filter.error();

    IntegerConvolution result;
    result.dims = outputDims(*geometry, x.dims(), outChannels);
    result.plane = geometry->outPlane();
    const auto elements = checkedProduct(result.dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput("the output has too many elements");
    result.sums.assign(static_cast<std::size_t>(*elements), 0);
    if (*elements == 0 || depth == 0) return result;

    constexpr std::int64_t chunk = 64; // positions whose columns stay in the cache
    const std::int64_t chunks = ceilDiv(result.plane, chunk);
    const std::int64_t perGroup = outChannels / group;
    const std::int64_t tasks = x.dims()[0] * group * chunks;
    const std::int64_t work = checkedMul(*elements, depth).value_or(1) / 8;
    const int threads = usefulThreads(context.threads(), work, tasks);
    std::vector<std::vector<std::int16_t>> columns(static_cast<std::size_t>(threads));
    for (auto& each : columns)
        each.resize(static_cast<std::size_t>(chunk * depth));
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const std::int64_t begin = task % chunks * chunk;
        const std::int64_t end = std::min(result.plane, begin + chunk);
        const std::int64_t block = task / chunks; // image and group
        const std::int64_t g = block % group;
        std::int16_t* rows = columns[static_cast<std::size_t>(worker)].data();
        gatherColumns(*geometry, input->data() + block * channels * geometry->inPlane(), channels, begin, end,
                      rows);
        multiplyRows(filter->data() + g * perGroup * depth, perGroup, rows, end - begin, depth,
                     result.sums.data() + block * perGroup * result.plane + begin, result.plane, 1);
    });
    if (context.run().stopped()) return cancelled();
    return result;
}

Result<ir::TensorType> inferConvolution(const ir::Node& node, const ir::TensorType& x,
                                        const ir::TensorType& weight) {
    ir::TensorType result(ir::DataType::Int32);
    const auto filter = weight.dims();
    if (!x.shape || !filter) return result;
    if (x.shape->size() != filter->size() || filter->size() < 3)
        return badInput("input " + x.text() + " and weight " + weight.text() + " do not fit");
    auto window = readWindow(node, std::span(*filter).subspan(2));
    if (!window) return std::move(window).error();
    result.shape = {(*x.shape)[0], ir::Dim((*filter)[0])};
    for (std::size_t i = 2; i < x.shape->size(); ++i) {
        auto dim = slideDim(*window, i - 2, (*x.shape)[i]);
        if (!dim) return std::move(dim).error();
        result.shape->push_back(*std::move(dim));
    }
    return result;
}

std::int64_t convolutionMacs(const ir::TensorType& weight, const ir::TensorType& out) {
    const auto filter = weight.dims();
    const auto elements = out.elements();
    if (!filter || filter->empty() || !elements) return 0;
    const auto depth = checkedProduct(std::span(*filter).subspan(1));
    return depth ? checkedMul(*elements, *depth).value_or(0) : 0;
}

Result<IntegerProduct> multiplyCodes(const KernelContext& context, const ir::Tensor& a, const ir::Tensor& b,
                                     const std::vector<std::int32_t>& aZeros,
                                     const std::vector<std::int32_t>& bZeros) {
    ir::Dims left = a.dims();
    ir::Dims right = b.dims();
    if (left.empty() || right.empty()) return badInput("a scalar has no matrix product");
    const bool row = left.size() == 1;
    const bool column = right.size() == 1;
    if (row) left.insert(left.begin(), 1);
    if (column) right.push_back(1);
    IntegerProduct result;
    result.rows = left[left.size() - 2];
    result.columns = right.back();
    const std::int64_t depth = left.back();
    if (right[right.size() - 2] != depth)
        return badInput("inputs are " + a.type().text() + " and " + b.type().text());
    const auto plan = broadcastPlan(
        std::array{ir::Dims(left.begin(), left.end() - 2), ir::Dims(right.begin(), right.end() - 2)});
    if (!plan) return plan.error();
    result.dims = plan->dims;
    if (!row) result.dims.push_back(result.rows);
    if (!column) result.dims.push_back(result.columns);
    const auto elements = checkedProduct(result.dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput("the output has too many elements");
    result.sums.assign(static_cast<std::size_t>(*elements), 0);
    const auto x = centred(a, aZeros, depth);
    if (!x) return x.error();
    const auto w = centred(b, bZeros, 1);
    if (!w) return w.error();
    if (*elements == 0 || depth == 0) return result;

    // The right matrices with their columns as rows.
    std::vector<std::int16_t> turned(w->size());
    const std::int64_t matrix = depth * result.columns;
    for (std::int64_t base = 0; base < static_cast<std::int64_t>(w->size()); base += matrix)
        for (std::int64_t k = 0; k < depth; ++k)
            for (std::int64_t j = 0; j < result.columns; ++j)
                turned[static_cast<std::size_t>(base + j * depth + k)] =
                    (*w)[static_cast<std::size_t>(base + k * result.columns + j)];
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length && !context.run().stopped(); ++i)
            multiplyRows(x->data() + (offsets[0] + i * plan->inner(0)) * result.rows * depth, result.rows,
                         turned.data() + (offsets[1] + i * plan->inner(1)) * matrix, result.columns, depth,
                         result.sums.data() + (at + i) * result.rows * result.columns, result.columns, 1);
    });
    if (context.run().stopped()) return cancelled();
    return result;
}

Result<ir::TensorType> inferProduct(const ir::TensorType& left, const ir::TensorType& right) {
    ir::TensorType result(ir::DataType::Int32);
    if (!left.shape || !right.shape) return result;
    auto a = *left.shape;
    auto b = *right.shape;
    if (a.empty() || b.empty()) return badInput("a scalar has no matrix product");
    const bool row = a.size() == 1;
    const bool column = b.size() == 1;
    if (row) a.insert(a.begin(), ir::Dim(1));
    if (column) b.emplace_back(1);
    const ir::Dim& inner = a.back();
    const ir::Dim& other = b[b.size() - 2];
    if (inner.known() && other.known() && inner != other)
        return badInput("inputs are " + left.text() + " and " + right.text());
    auto shape = broadcastShapes({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    if (!shape) return std::move(shape).error();
    if (!row) shape->push_back(a[a.size() - 2]);
    if (!column) shape->push_back(b.back());
    result.shape = *std::move(shape);
    return result;
}

std::int64_t productMacs(const ir::Node&, std::span<const ir::TensorType> inputs,
                         std::span<const ir::TensorType> outputs) {
    if (inputs.empty() || outputs.empty()) return 0;
    const ir::TensorType &a = inputs[0], &out = outputs[0];
    const auto left = a.dims();
    const auto elements = out.elements();
    return left && !left->empty() && elements ? checkedMul(*elements, left->back()).value_or(0) : 0;
}

} // namespace edgewright::ops
