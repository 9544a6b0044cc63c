// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as 8-bit codes and back, and products of codes that end in sums. Codes have a sign here.
#include "core/base/translatable.h"
#include "core/gpu/kernels/code_launches.h"
#include "core/gpu/kernels/parts.h"

#include <algorithm>
#include <cmath>

namespace edgewright::gpu {

namespace {

constexpr int LowestCode = -128, HighestCode = 127;

float floatAt(const Array& array, std::int64_t element) { return static_cast<float>(array.at(element)); }

// Columns as rows of codes.
Result<Work> turnedCodes(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1], row = codeRow(columns);
    Work work;
    work.buffers = {{Type::Int8, rows * columns}, {Type::Int8, rows * row, Fill::Result}};
    work.launches = {codesLaunch(rows, columns, {1, rows}, 0, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [rows, columns, row](const std::vector<Array>& inputs, std::int64_t element) {
        return element % row < columns ? inputs[0].at(element % row * rows + element / row) : 0.0;
    };
    work.tolerance = 0;
    return work;
}

// c[m][n] with zero points of the columns of b.
Result<Work> productWithZeros(const Sizes& sizes, const Values& values) {
    const std::int64_t m = sizes[0], n = sizes[1], k = sizes[2], row = codeRow(k);
    Work work;
    work.buffers = {{Type::Int8, m * row, Fill::Random, row, k},
                    {Type::Int8, n * row, Fill::Random, row, k},
                    {Type::Int32, m * n, Fill::Result},
                    {Type::Int32, n}, // terms
                    {Type::Int32, n}, // zero points
                    {Type::Int32, m, Fill::Scratch}};
    CodeEnding ending;
    ending.result = CodeResult::Sums;
    ending.terms = part(3), ending.factors = part(4), ending.places = part(5);
    work.launches = {codeSumsLaunch(m, k, 0, 1, part(0), part(5)),
                     codeProductLaunch(m, n, k, true, ending, part(0), part(1), part(2), values)};
    work.macs = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    work.bytes = bytesOfAll(work);
    work.reference = [n, k, row](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t column = element % n;
        double sum = inputs[3].at(column);
        for (std::int64_t i = 0; i < k; ++i)
            sum +=
                inputs[0].at(element / n * row + i) * (inputs[1].at(column * row + i) - inputs[4].at(column));
        return sum;
    };
    work.tolerance = 0;
    return work;
}

CodeRuns runsOf(const Sizes& sizes) { return {productOf({sizes[0], sizes[1], sizes[2]}), sizes[1], sizes[2]}; }

Result<Work> quantized(const Sizes& sizes, const Values& values) {
    const CodeRuns runs = runsOf(sizes);
    Work work;
    work.buffers = {{Type::Float32, runs.count},
                    {Type::Float32, runs.extent},
                    {Type::Int32, runs.extent},
                    {Type::Int8, runs.count, Fill::Result}};
    work.launches = {quantizeLaunch(runs, LowestCode, HighestCode, part(0), part(1), part(2), part(3), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [runs](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t parameter = element / runs.inner % runs.extent;
        const double zero = inputs[2].at(parameter);
        const auto quotient = static_cast<double>(floatAt(inputs[0], element) / floatAt(inputs[1], parameter));
        return std::nearbyint(std::clamp(quotient, LowestCode - zero, HighestCode - zero)) + zero;
    };
    work.tolerance = 0;
    return work;
}

Result<Work> dequantized(const Sizes& sizes, const Values& values) {
    const CodeRuns runs = runsOf(sizes);
    Work work;
    work.buffers = {{Type::Int8, runs.count},
                    {Type::Float32, runs.extent},
                    {Type::Int32, runs.extent},
                    {Type::Float32, runs.count, Fill::Result}};
    work.launches = {dequantizeLaunch(runs, CodeSource::Signed, part(0), part(1), part(2), part(3), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [runs](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t parameter = element / runs.inner % runs.extent;
        const double difference = inputs[0].at(element) - inputs[2].at(parameter);
        return static_cast<double>(static_cast<float>(difference) * floatAt(inputs[1], parameter));
    };
    work.tolerance = 0;
    return work;
}

// Two arrays, summed with factors that are exact.
Result<Work> paired(const Sizes& sizes, const Values& values) {
    const CodeRuns runs = runsOf(sizes);
    const std::int64_t row = productOf({runs.extent, runs.inner});
    Work work;
    work.buffers = {{Type::Int8, runs.count}, {Type::Int8, row}, {Type::Int8, runs.count, Fill::Result}};
    Steps4 steps;
    steps.extents = {1, 1, runs.count / row, row};
    steps.a = {0, 0, row, 1};
    steps.b = {0, 0, 0, 1};
    CodePair pair;
    pair.left = 1.5f, pair.right = 0.75f, pair.constant = -3, pair.low = LowestCode, pair.high = HighestCode;
    work.launches = {codePairLaunch(steps, pair, CodeSource::Signed, part(0), part(1), part(2), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [row](const std::vector<Array>& inputs, std::int64_t element) {
        const double sum = 1.5 * inputs[0].at(element) - 3 + 0.75 * inputs[1].at(element % row);
        return std::nearbyint(std::clamp<double>(sum, LowestCode, HighestCode));
    };
    work.tolerance = 0;
    return work;
}

// Means of windows of three columns of lines, padded by one.
Result<Work> pooled(const Sizes& sizes, const Values& values) {
    const CodeRuns runs = runsOf(sizes);
    const std::int64_t width = runs.inner;
    Work work;
    work.buffers = {{Type::Int8, runs.count}, {Type::Int8, runs.count, Fill::Result}};
    PlaneWindow window;
    window.width = window.outWidth = width;
    window.kernelWidth = 3, window.padLeft = window.padRight = 1;
    CodePool pool;
    pool.pooling = CodePooling::Mean;
    pool.low = LowestCode, pool.high = HighestCode, pool.xScale = 0.5f, pool.yScale = 0.25f;
    work.launches = {
        codePoolLaunch(window, runs.count / width, pool, CodeSource::Signed, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [width](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t column = element % width, line = element - column;
        float sum = 0;
        std::int64_t count = 0;
        for (std::int64_t i = std::max<std::int64_t>(column - 1, 0); i < std::min(column + 2, width);
             ++i, ++count)
            sum += floatAt(inputs[0], line + i) * 0.5f;
        const auto mean = static_cast<double>(sum / static_cast<float>(count) / 0.25f);
        return std::nearbyint(std::clamp<double>(mean, LowestCode, HighestCode));
    };
    work.tolerance = 0;
    return work;
}

Result<Work> lookedUp(const Sizes& sizes, const Values& values) {
    constexpr int Codes = 256;
    const CodeRuns runs = runsOf(sizes);
    Work work;
    work.buffers = {{Type::Int8, runs.count}, {Type::Int8, Codes}, {Type::Int8, runs.count, Fill::Result}};
    work.launches = {codeTableLaunch(runs.count, CodeResult::Codes, part(0), part(1), part(2), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [](const std::vector<Array>& inputs, std::int64_t element) {
        return inputs[1].at((static_cast<std::int64_t>(inputs[0].at(element)) + Codes) % Codes);
    };
    work.tolerance = 0;
    return work;
}

Kernel ofRuns(std::string_view name, const char* summary, Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,
            Family::Elements,
            summary,
            RoofKind::Copy,
            50,
            {{"THREADS", RowThreads, {128, RowThreads}}},
            {"outer", "extent", "inner"},
            {{1, 1, 1}, {2, 3, 37}, {3, 130, 5}},
            {{32, 64, 112 * 112}},
            work};
}

} // namespace

namespace codes_kernel {
extern const Kernel entry{.name = "codes",
                          .family = Family::Movement,
                          .summary = TRANSLATABLE("GPU kernel", "Columns of 8-bit codes as rows"),
                          .roof = RoofKind::Copy,
                          .capability = 50,
                          .parameters = {{"THREADS", RowThreads, {128, RowThreads}}},
                          .sizeNames = {"rows", "columns"},
                          .odd = {{1, 1}, {33, 70}, {130, 37}},
                          .usual = {{8192, 4096}},
                          .work = turnedCodes};
}
namespace gemm_codes_kernel {
extern const Kernel entry{
    .name = "gemm_codes",
    .family = Family::TensorProduct,
    .summary = TRANSLATABLE("GPU kernel", "8-bit codes with zero points on tensor cores, sums in 32 bits"),
    .roof = RoofKind::Int8,
    .capability = 80,
    .parameters = tensorTiles(),
    .sizeNames = {"m", "n", "k"},
    .odd = {{1, 1, 1}, {33, 70, 37}, {130, 133, 100}},
    .usual = {{1024, 1024, 1024}, {4096, 4096, 4096}},
    .work = productWithZeros};
}
namespace quantize_kernel {
extern const Kernel entry = ofRuns("quantize", TRANSLATABLE("GPU kernel", "Numbers as 8-bit codes"), quantized);
}
namespace code_pair_kernel {
extern const Kernel entry =
    ofRuns("code_pair", TRANSLATABLE("GPU kernel", "Two arrays of 8-bit codes, summed or multiplied"), paired);
}
namespace code_pool_kernel {
extern const Kernel entry =
    ofRuns("code_pool", TRANSLATABLE("GPU kernel", "The largest code of each window, or the code of the mean"),
           pooled);
}
namespace code_table_kernel {
extern const Kernel entry =
    ofRuns("code_table", TRANSLATABLE("GPU kernel", "A function of 8-bit codes, looked up"), lookedUp);
}
namespace dequantize_kernel {
extern const Kernel entry =
    ofRuns("dequantize", TRANSLATABLE("GPU kernel", "The numbers that 8-bit codes stand for"), dequantized);
}

} // namespace edgewright::gpu
