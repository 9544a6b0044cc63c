// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic that tensor cores really reach, without memory.
#include "core/base/translatable.h"
#include "core/gpu/kernels/parts.h"

#include <cmath>

namespace edgewright::gpu {

namespace {

constexpr int Parts32 = 4; // bytes of a word

// As tensor cores read a number of the array: a float as TF32, the nearest one with 11 digits.
double digitsOf(const Array& x, std::int64_t element) {
    const double value = x.at(element);
    if (x.type() != Type::Float32) return value;
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return std::ldexp(std::round(std::ldexp(fraction, 11)), exponent - 11);
}

// The product of row `row` and column `column`, both of 8, of the fragments of a warp: the words of four lanes
// each, twice.
double ofFragments(const Array& x, std::int64_t warp, int parts, std::int64_t row, std::int64_t column) {
    double sum = 0;
    for (std::int64_t i = 0; i < std::int64_t(Parts32) * parts; ++i)
        sum +=
            digitsOf(x, (warp * 32 + row * 4) * parts + i) * digitsOf(x, (warp * 32 + column * 4) * parts + i);
    return 2 * sum;
}

Result<Work> tensorPeak(const Sizes& sizes, const Values& values, Type type) {
    const std::int64_t count = sizes[0] * 32, steps = sizes[1];
    const bool isWhole = type == Type::Int8;
    const int chains = numberOf(values, "CHAINS"), threads = numberOf(values, "THREADS");
    const auto parts = static_cast<int>(Parts32 / bytesOf(type));
    Values defines = values;
    defines.emplace_back("BYTES", std::to_string(bytesOf(type)));
    defines.emplace_back("SUM", isWhole ? "int" : "float");
    Work work;
    work.buffers = {{type, count * parts}, {isWhole ? Type::Int32 : Type::Float32, count, Fill::Result}};
    work.launches = {{"peak_tensor",
                      defines,
                      {piecesOf(count, threads), 1, 1},
                      {static_cast<std::uint32_t>(threads), 1, 1},
                      {whole(count), whole(steps), part(0), part(1)}}};
    // 16 x 8 elements of 8 words each.
    work.macs = static_cast<double>(sizes[0]) * static_cast<double>(steps) * chains * 16 * 8 * 8 * parts;
    work.bytes = 8.0 * static_cast<double>(count);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t warp = element / 32, row = element % 32 / 4, column = element % 4 * 2;
        const double once = ofFragments(inputs[0], warp, parts, row, column) +
                            ofFragments(inputs[0], warp, parts, row, column + 1);
        const double all = 2 * once * static_cast<double>(steps) * chains; // rows 8 apart are alike
        // Sums of 32 bits go round.
        return isWhole ? static_cast<double>(static_cast<std::int32_t>(static_cast<std::int64_t>(all))) : all;
    };
    work.tolerance = isWhole ? 0 : 1e-3; // the sums grow from step to step
    return work;
}

Result<Work> floatPeak(const Sizes& sizes, const Values& values) {
    return tensorPeak(sizes, values, Type::Float32);
}
Result<Work> halfPeak(const Sizes& sizes, const Values& values) {
    return tensorPeak(sizes, values, Type::Float16);
}
Result<Work> bytePeak(const Sizes& sizes, const Values& values) {
    return tensorPeak(sizes, values, Type::Int8);
}

Kernel tensorPeakKernel(std::string_view name, const char* summary, RoofKind roof,
                        Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,
            Family::TensorProduct,
            summary,
            roof,
            80,
            {{"THREADS", RowThreads, {RowThreads}}, {"CHAINS", 8, {4, 8, 16}}},
            {"warps", "steps"},
            {{1, 1}, {9, 3}},
            {{4224, 4096}},
            work};
}

} // namespace

namespace peak_tf32_kernel {
extern const Kernel entry =
    tensorPeakKernel("peak_tf32", TRANSLATABLE("GPU kernel", "Tensor cores alone: the roof of TF32"),
                     RoofKind::TensorFloat32, floatPeak);
}
namespace peak_fp16_kernel {
extern const Kernel entry =
    tensorPeakKernel("peak_fp16", TRANSLATABLE("GPU kernel", "Tensor cores alone: the roof of halves"),
                     RoofKind::Float16, halfPeak);
}
namespace peak_int8_kernel {
extern const Kernel entry =
    tensorPeakKernel("peak_int8", TRANSLATABLE("GPU kernel", "Tensor cores alone: the roof of 8-bit integers"),
                     RoofKind::Int8, bytePeak);
}

} // namespace edgewright::gpu
