// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/packed_weights.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/packed.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/product/product.h"

namespace edgewright::ops {

Result<std::int64_t> codesPerByte(std::int64_t bits) {
    if (bits == 8 || bits == 4 || bits == 2) return 8 / bits;
    return unsupported(say("weights of {1} bits are not supported: 2, 4 and 8 are", bits));
}

std::optional<std::int64_t> packedCodes(const ir::TensorType& type, std::int64_t bits) {
    const auto perByte = codesPerByte(bits);
    const auto bytes = type.dtype == ir::DataType::UInt8 ? type.elements() : std::nullopt;
    return perByte && bytes ? checkedMul(*bytes, *perByte) : std::nullopt;
}

kernels::PackedRow PackedWeights::rowAt(std::int64_t row) const {
    return {.codes = reinterpret_cast<const std::uint8_t*>(codes) + row * rowBytes,
            .scales = scales + row * blocks(),
            .zeros = zeros ? zeros + row * blocks() : nullptr,
            .columns = columns,
            .block = block,
            .bits = bits};
}

void PackedWeights::decode(std::int64_t row, float* to) const {
    if (!groups) {
        kernels::table().packed->decode(rowAt(row), to);
        return;
    }
    const std::byte* from = codes + row * rowBytes;
    const std::int64_t first = row * blocks();
    const auto middle = static_cast<float>(1 << (bits - 1));
    for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t at = first + groups[column];
        const auto code = static_cast<float>(packedAt(from, static_cast<std::size_t>(column), bits));
        to[column] = (code - (zeros ? zeros[at] : middle)) * scales[at];
    }
}

Result<ir::Tensor> zeroPointsOf(KernelContext& context, std::size_t index, std::int64_t rows,
                                std::int64_t blocks, std::int64_t bits) {
    ASSIGN_OR_RETURN(const auto given, operand(context, index));
    ASSIGN_OR_RETURN(const auto perByte, codesPerByte(bits));
    const bool packed = given->dtype() == ir::DataType::UInt8;
    const std::int64_t line = packed ? ceilDiv(blocks, perByte) : blocks;
    if ((!packed && !ir::isFloating(given->dtype())) || checkedMul(rows, line) != given->elements())
        return badInput(packed ? say("the zero points are {1} where {2} rows of {3} bytes are expected",
                                     given->type().text(), rows, line)
                               : say("the zero points are {1} where {2} rows of {3} numbers are expected",
                                     given->type().text(), rows, line));
    if (!packed) return asFloat32(context, *given);
    ASSIGN_OR_RETURN(auto zeros, context.scratchTensor(ir::DataType::Float32, {rows, blocks}));
    float* to = zeros.as<float>().data();
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t i = 0; i < blocks; ++i)
            *to++ = static_cast<float>(packedAt(given->bytes().data() + row * line, static_cast<std::size_t>(i),
                                                static_cast<int>(bits)));
    return zeros;
}

Result<void> multiplyDecoded(KernelContext& context, const float* a, std::int64_t m, std::int64_t n,
                             std::int64_t k, const DecodeRow& decode, float* out, std::span<float>& scratch) {
    if (k == 0) std::fill_n(out, m * n, 0.0f);
    if (m == 0 || n == 0 || k == 0) return {};
    constexpr std::int64_t StripElements = 1 << 17; // that stay in the second-level cache until they are used
    const std::int64_t strip = std::clamp<std::int64_t>(StripElements / k, 1, n);
    const std::int64_t tasks = ceilDiv(n, strip);
    const std::int64_t macs = checkedProduct(std::array{m, n, k}).value_or(UncountableMacs);
    const int threads = usefulThreads(context.threads(), macs / 16, tasks);
    constexpr std::int64_t Line = 16; // floats of a line of the cache
    const std::int64_t decoded = ceilDiv(strip * k, Line) * Line;
    const std::int64_t each = decoded + multiplyScratch<float>(m, strip, k);
    if (static_cast<std::int64_t>(scratch.size()) < each * threads) {
        ASSIGN_OR_RETURN(scratch, context.scratchOf<float>(each * threads));
    }
    parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        float* const own = scratch.data() + worker * each;
        const std::int64_t first = task * strip;
        const std::int64_t rows = std::min(strip, n - first);
        for (std::int64_t row = 0; row < rows; ++row)
            decode(first + row, own + row * k);
        multiply<float>({a, k, false}, {own, k, true}, m, rows, k, out + first, n, own + decoded);
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

namespace {

constexpr std::int64_t FewRows = 16; // that weights are multiplied with where they lie, in their codes

// Weights of 4 bits by few rows of numbers.
Result<void> multiplyInCodes(KernelContext& context, const float* a, std::int64_t m,
                             const PackedWeights& weights, float* out, std::span<float>& scratch) {
    const kernels::PackedRowKernels& kernels = *kernels::table().packed;
    const std::int64_t padded = weights.blocks() * weights.block;
    if (static_cast<std::int64_t>(scratch.size()) < m * padded) {
        ASSIGN_OR_RETURN(scratch, context.scratchOf<float>(m * padded));
    }
    for (std::int64_t i = 0; i < m; ++i)
        kernels.arrange(a + i * weights.columns, weights.columns, padded, scratch.data() + i * padded);
    constexpr std::int64_t CodesOfTask = 1 << 17;
    const std::int64_t strip =
        kernels::evenPiece(context.threads(), weights.rows, std::max<std::int64_t>(CodesOfTask / padded, 1), 2);
    const std::int64_t tasks = ceilDiv(weights.rows, strip);
    const std::int64_t macs =
        checkedProduct(std::array{m, weights.rows, weights.columns}).value_or(UncountableMacs);
    parallelFor(usefulThreads(context.threads(), macs / 16, tasks), tasks, [&](std::int64_t task, int) {
        if (context.run().stopped()) return;
        const std::int64_t first = task * strip;
        for (std::int64_t i = 0; i < m; i += kernels.rows)
            kernels.dot(weights.rowAt(first), weights.rowBytes, std::min(strip, weights.rows - first),
                        scratch.data() + i * padded, padded, std::min(kernels.rows, m - i),
                        out + i * weights.rows + first, weights.rows);
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace

Result<void> multiplyPacked(KernelContext& context, const float* a, std::int64_t m,
                            const PackedWeights& weights, float* out, std::span<float>& scratch) {
    if (weights.bits == 4 && !weights.groups && m > 0 && m <= FewRows && weights.columns > 0 &&
        weights.block % kernels::table().packed->chunk == 0)
        return multiplyInCodes(context, a, m, weights, out, scratch);
    return multiplyDecoded(
        context, a, m, weights.rows, weights.columns,
        [&](std::int64_t row, float* to) { weights.decode(row, to); }, out, scratch);
}

} // namespace edgewright::ops
