// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/kernels/code_launches.h"

#include "core/gpu/kernels/launch_parts.h"
#include "core/gpu/kernels/parts.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

const char* wordOf(CodeResult result) {
    return result == CodeResult::Codes ? "Code" : result == CodeResult::Sums ? "int" : "float";
}

const char* wordOf(CodeSource source) {
    return source == CodeSource::Unsigned ? "Code" : source == CodeSource::Signed ? "SignedCode" : "int";
}

} // namespace

Launch codesLaunch(std::int64_t rows, std::int64_t columns, const MatrixSteps& steps, int flip,
                   const Operand& x, const Operand& y, Values values) {
    return flatLaunch("codes", productOf({rows, codeRow(columns)}), std::move(values),
                      {whole(rows), whole(columns), whole(steps.row), whole(steps.column), whole(flip), x, y});
}

Launch unfoldCodesLaunch(const PlaneWindow& window, std::int64_t channels, int flip, int pad, const Operand& x,
                         const Operand& rows) {
    const std::int64_t count = productOf({window.outPlane(), codeRow(productOf({channels, window.taps()}))});
    std::vector<Operand> operands{whole(channels)};
    add(operands, window);
    operands.insert(operands.end(), {whole(flip), whole(pad), x, rows});
    return {"unfold_codes",
            defined({{"THREADS", RowThreads}}),
            {std::min(piecesOf(count, RowThreads), 65535U), 1, 1},
            {RowThreads, 1, 1},
            std::move(operands)};
}

Launch codeSumsLaunch(std::int64_t rows, std::int64_t columns, std::int32_t constant, std::int32_t factor,
                      const Operand& x, const Operand& y) {
    return flatLaunch("code_sums", rows, defined({{"THREADS", RowThreads}}),
                      {whole(rows), whole(codeRow(columns)), constant, factor, x, y});
}

Launch codeProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns,
                         const CodeEnding& ending, const Operand& a, const Operand& b, const Operand& c,
                         Values values) {
    values = declaredUnlessTold("gemm_int8", std::move(values));
    for (const auto& [name, value] : {std::pair("BYTES", "1"), std::pair("SUM", "int"),
                                      std::pair("ENDING", "2"), std::pair("RESULT", wordOf(ending.result))})
        values.emplace_back(name, value);
    return tensorProduct(m, n, std::move(values),
                         {whole(m), whole(n), whole(codeRow(k)), a, b, c, whole(ofColumns ? 1 : 0),
                          ending.terms, ending.factors, ending.places, ending.scales, ending.low, ending.high,
                          ending.zero});
}

Launch codeConvolutionLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t groups,
                             std::int64_t channels, std::int64_t filters, const CodeEnding& ending,
                             const CodeInput& x, const Operand& w, const Operand& wZeros, const Operand& y,
                             Values values) {
    values = declaredUnlessTold("convolution_codes", std::move(values));
    const std::uint32_t threads = threadsOf(values);
    values.emplace_back("RESULT", wordOf(ending.result));
    std::vector<Operand> operands{whole(channels), whole(filters)};
    add(operands, window);
    operands.insert(operands.end(), {whole(x.flip), whole(x.zero), x.codes, w, wZeros, ending.terms,
                                     ending.scales, ending.low, ending.high, ending.zero, y});
    return {"convolution_codes",
            std::move(values),
            {piecesOf(window.outPlane(), threads), static_cast<std::uint32_t>(groups * filters),
             static_cast<std::uint32_t>(batch)},
            {threads, 1, 1},
            std::move(operands)};
}

Launch quantizeLaunch(const CodeRuns& runs, int low, int high, const Operand& x, const Operand& scales,
                      const Operand& zeros, const Operand& y, Values values) {
    return flatLaunch("quantize", runs.count, std::move(values),
                      {whole(runs.count), whole(runs.extent), whole(runs.inner), whole(low), whole(high), x,
                       scales, zeros, y});
}

Launch dequantizeLaunch(const CodeRuns& runs, CodeSource source, const Operand& x, const Operand& scales,
                        const Operand& zeros, const Operand& y, Values values) {
    values = declaredUnlessTold("dequantize", std::move(values));
    values.emplace_back("CODE", wordOf(source));
    return flatLaunch("dequantize", runs.count, std::move(values),
                      {whole(runs.count), whole(runs.extent), whole(runs.inner), x, scales, zeros, y});
}

Launch codePairLaunch(const Steps4& steps, const CodePair& pair, CodeSource source, const Operand& a,
                      const Operand& b, const Operand& y, Values values) {
    values = declaredUnlessTold("code_pair", std::move(values));
    values.emplace_back("MULTIPLY", pair.multiplies ? "1" : "0");
    values.emplace_back("CODE", wordOf(source));
    std::vector<Operand> operands{whole(steps.count()), whole(steps.extents[1]), whole(steps.extents[2]),
                                  whole(steps.extents[3])};
    for (const auto& each : {steps.a, steps.b})
        for (const std::int64_t step : each)
            operands.push_back(whole(step));
    operands.insert(operands.end(), {whole(pair.aZero), whole(pair.bZero), pair.left, pair.right, pair.constant,
                                     static_cast<float>(pair.low), static_cast<float>(pair.high), a, b, y});
    return flatLaunch("code_pair", steps.count(), std::move(values), std::move(operands));
}

Launch codePoolLaunch(const PlaneWindow& w, std::int64_t planes, const CodePool& pool, CodeSource source,
                      const Operand& x, const Operand& y, Values values) {
    values = declaredUnlessTold("code_pool", std::move(values));
    const std::uint32_t threads = threadsOf(values);
    values.emplace_back("MEAN", pool.pooling == CodePooling::Largest ? "0"
                                : pool.pooling == CodePooling::Mean  ? "1"
                                                                     : "2");
    values.emplace_back("CODE", wordOf(source));
    return {"code_pool",
            std::move(values),
            {piecesOf(w.outPlane(), threads), static_cast<std::uint32_t>(planes), 1},
            {threads, 1, 1},
            {whole(w.height),
             whole(w.width),
             whole(w.kernelHeight),
             whole(w.kernelWidth),
             whole(w.strideDown),
             whole(w.strideAcross),
             whole(w.padTop),
             whole(w.padLeft),
             whole(w.padBottom),
             whole(w.padRight),
             whole(w.outHeight),
             whole(w.outWidth),
             whole(pool.countsPads ? 1 : 0),
             whole(pool.xZero),
             pool.xScale,
             pool.yScale,
             static_cast<float>(pool.low - pool.zero),
             static_cast<float>(pool.high - pool.zero),
             whole(pool.zero),
             x,
             y}};
}

Launch codeTableLaunch(std::int64_t count, CodeResult result, const Operand& x, const Operand& table,
                       const Operand& y, Values values) {
    values = declaredUnlessTold("code_table", std::move(values));
    values.emplace_back("RESULT", wordOf(result));
    return flatLaunch("code_table", count, std::move(values), {whole(count), x, table, y});
}

} // namespace edgewright::gpu
