// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/kernels/launches.h"

#include "core/gpu/kernels/launch_parts.h"
#include "core/gpu/kernels/parts.h"

#include <algorithm>

namespace edgewright::gpu {

Values declaredUnlessTold(std::string_view kernel, Values told) {
    if (!told.empty()) return told;
    Values values;
    for (const Parameter& each : findKernel(kernel)->parameters)
        values.emplace_back(each.name, std::to_string(each.value));
    return values;
}

std::uint32_t threadsOf(const Values& values) {
    return static_cast<std::uint32_t>(numberOf(values, "THREADS"));
}

Launch flatLaunch(std::string_view source, std::int64_t count, Values values, std::vector<Operand> operands) {
    values = declaredUnlessTold(source, std::move(values));
    const std::uint32_t threads = threadsOf(values);
    return {source, std::move(values), {piecesOf(count, threads), 1, 1}, {threads, 1, 1}, std::move(operands)};
}

void add(std::vector<Operand>& operands, const PlaneWindow& w) {
    for (const std::int64_t each :
         {w.height, w.width, w.kernelHeight, w.kernelWidth, w.strideDown, w.strideAcross, w.dilationDown,
          w.dilationAcross, w.padTop, w.padLeft, w.outHeight, w.outWidth})
        operands.push_back(whole(each));
}

Launch tensorProduct(std::int64_t m, std::int64_t n, Values values, std::vector<Operand> operands) {
    const int bm = numberOf(values, "BM"), bn = numberOf(values, "BN");
    const int threads = bm / numberOf(values, "WM") * (bn / numberOf(values, "WN")) * 32;
    return {"gemm_tensor",
            std::move(values),
            {piecesOf(n, bn), piecesOf(m, bm), 1},
            {static_cast<std::uint32_t>(threads), 1, 1},
            std::move(operands)};
}

namespace {

Launch moveLaunch(std::string_view source, std::int64_t count, Type type, Values values,
                  std::vector<Operand> operands) {
    values = declaredUnlessTold(source, std::move(values));
    values.emplace_back("NUMBER", type == Type::Int8 ? "Code" : "float");
    return flatLaunch(source, count, std::move(values), std::move(operands));
}

// A block for each row.
Launch rowsLaunch(std::string_view source, std::int64_t rows, Values values, std::vector<Operand> operands) {
    values = declaredUnlessTold(source, std::move(values));
    const std::uint32_t threads = threadsOf(values);
    return {source, std::move(values), {piecesOf(rows, 1), 1, 1}, {threads, 1, 1}, std::move(operands)};
}

void add(std::vector<Operand>& operands, const Ending& ending) {
    operands.insert(operands.end(), {whole(ending.function), ending.alpha, ending.beta});
}

Launch tiledProduct(std::int64_t m, std::int64_t n, Values values, const Ending* ending,
                    std::vector<Operand> operands) {
    values = declaredUnlessTold("gemm_warp_tile", std::move(values));
    const int bm = numberOf(values, "BM"), bn = numberOf(values, "BN");
    const int threads = bm / numberOf(values, "WM") * (bn / numberOf(values, "WN")) * 32;
    values.emplace_back("ENDING", ending ? "1" : "0");
    if (ending) values.emplace_back("AFTER", std::to_string(ending->function));
    return {"gemm_warp_tile",
            std::move(values),
            {piecesOf(n, bn), piecesOf(m, bm), 1},
            {static_cast<std::uint32_t>(threads), 1, 1},
            std::move(operands)};
}

} // namespace

Launch convolutionLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t groups,
                         std::int64_t channels, std::int64_t filters, const Ending& ending, const Operand& x,
                         const Operand& w, const Operand& y, Values values) {
    values = declaredUnlessTold("convolution_direct", std::move(values));
    const std::uint32_t threads = threadsOf(values);
    const std::int64_t pieces = piecesOf(filters, numberOf(values, "FILTERS"));
    std::vector<Operand> operands{whole(channels), whole(filters)};
    add(operands, window);
    add(operands, ending);
    operands.insert(operands.end(), {x, w, ending.bias, ending.residual, y});
    return {"convolution_direct",
            std::move(values),
            {piecesOf(window.outPlane(), threads), static_cast<std::uint32_t>(groups * pieces),
             static_cast<std::uint32_t>(batch)},
            {threads, 1, 1},
            std::move(operands)};
}

Launch depthwiseLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t channels,
                       const Ending& ending, const Operand& x, const Operand& w, const Operand& y,
                       Values values) {
    values = declaredUnlessTold("convolution_depthwise", std::move(values));
    const std::uint32_t threads = threadsOf(values);
    const bool isSquare = window.kernelHeight == window.kernelWidth;
    values.emplace_back("SIDE", isSquare && (window.kernelWidth == 3 || window.kernelWidth == 5)
                                    ? std::to_string(window.kernelWidth)
                                    : "0");
    std::vector<Operand> operands;
    add(operands, window);
    add(operands, ending);
    operands.insert(operands.end(), {x, w, ending.bias, ending.residual, y});
    return {"convolution_depthwise",
            std::move(values),
            {piecesOf(window.outPlane(), threads), static_cast<std::uint32_t>(channels),
             static_cast<std::uint32_t>(batch)},
            {threads, 1, 1},
            std::move(operands)};
}

Launch unfoldLaunch(const PlaneWindow& window, std::int64_t channels, const Operand& x, const Operand& columns,
                    int threads) {
    const std::int64_t count = productOf({channels, window.taps(), window.outPlane()});
    std::vector<Operand> operands{whole(channels)};
    add(operands, window);
    operands.insert(operands.end(), {x, columns});
    return {"unfold",
            defined({{"THREADS", threads}}),
            {std::min(piecesOf(count, threads), 65535U), 1, 1},
            {static_cast<std::uint32_t>(threads), 1, 1},
            std::move(operands)};
}

Launch poolLaunch(const PlaneWindow& w, std::int64_t planes, bool isAverage, bool countsPads, const Operand& x,
                  const Operand& y, Values values) {
    values = declaredUnlessTold(isAverage ? "pool_average" : "pool_max", std::move(values));
    const std::uint32_t threads = threadsOf(values);
    values.emplace_back("AVERAGE", isAverage ? "1" : "0");
    return {"pool",
            std::move(values),
            {piecesOf(w.outPlane(), threads), static_cast<std::uint32_t>(planes), 1},
            {threads, 1, 1},
            {whole(w.height), whole(w.width), whole(w.kernelHeight), whole(w.kernelWidth), whole(w.strideDown),
             whole(w.strideAcross), whole(w.padTop), whole(w.padLeft), whole(w.padBottom), whole(w.padRight),
             whole(w.outHeight), whole(w.outWidth), whole(countsPads ? 1 : 0), x, y}};
}

Launch productLaunch(std::int64_t m, std::int64_t n, std::int64_t k, const Operand& a, const Operand& b,
                     const Operand& c, Values values) {
    return tiledProduct(m, n, std::move(values), nullptr, {whole(m), whole(n), whole(k), a, b, c});
}

Launch endedProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns, const Ending& ending,
                          const Operand& a, const Operand& b, const Operand& c, Values values) {
    return tiledProduct(m, n, std::move(values), &ending,
                        {whole(m), whole(n), whole(k), a, b, c, whole(ofColumns ? 1 : 0), ending.alpha,
                         ending.beta, ending.bias, ending.residual});
}

Launch halvesLaunch(std::int64_t rows, std::int64_t columns, const MatrixSteps& steps, const Operand& x,
                    const Operand& y, Values values) {
    return flatLaunch("halves", productOf({rows, halfRow(columns)}), std::move(values),
                      {whole(rows), whole(columns), whole(steps.row), whole(steps.column), x, y});
}

Launch unfoldHalvesLaunch(const PlaneWindow& window, std::int64_t channels, const Operand& x,
                          const Operand& rows) {
    const std::int64_t count = productOf({window.outPlane(), halfRow(productOf({channels, window.taps()}))});
    std::vector<Operand> operands{whole(channels)};
    add(operands, window);
    operands.insert(operands.end(), {x, rows});
    return {"unfold_halves",
            defined({{"THREADS", RowThreads}}),
            {std::min(piecesOf(count, RowThreads), 65535U), 1, 1},
            {RowThreads, 1, 1},
            std::move(operands)};
}

Launch halfProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns, const Ending& ending,
                         const Operand& a, const Operand& b, const Operand& c, Values values) {
    values = declaredUnlessTold("gemm_fp16", std::move(values));
    for (const auto& [name, value] :
         {std::pair("BYTES", "2"), std::pair("SUM", "float"), std::pair("ENDING", "1")})
        values.emplace_back(name, value);
    values.emplace_back("AFTER", std::to_string(ending.function));
    return tensorProduct(m, n, std::move(values),
                         {whole(m), whole(n), whole(halfRow(k) * bytesOf(Type::Float16)), a, b, c,
                          whole(ofColumns ? 1 : 0), ending.alpha, ending.beta, ending.bias, ending.residual});
}

Launch softmaxLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                     Values values) {
    return rowsLaunch("softmax", rows, std::move(values), {whole(columns), x, y});
}

Launch rowMeanLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                     Values values) {
    return rowsLaunch("row_mean", rows, std::move(values), {whole(columns), x, y});
}

Launch layerNormLaunch(std::int64_t rows, std::int64_t columns, float epsilon, const Operand& x,
                       const Operand& scale, const Operand& shift, const Operand& y, Values values) {
    return rowsLaunch("layer_norm", rows, std::move(values), {whole(columns), epsilon, x, scale, shift, y});
}

Launch elementsLaunch(const Steps4& steps, int pair, int function, float alpha, float beta, const Operand& a,
                      const Operand& b, const Operand& y, Values values) {
    std::vector<Operand> operands{whole(steps.count()), whole(steps.extents[1]), whole(steps.extents[2]),
                                  whole(steps.extents[3])};
    for (const auto& each : {steps.a, steps.b})
        for (const std::int64_t step : each)
            operands.push_back(whole(step));
    operands.insert(operands.end(), {whole(pair), whole(function), alpha, beta, a, b, y});
    return flatLaunch("elements", steps.count(), std::move(values), std::move(operands));
}

Launch transposeLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                       Values values) {
    values = declaredUnlessTold("transpose", std::move(values));
    const int side = numberOf(values, "SIDE"), down = numberOf(values, "DOWN");
    return {"transpose",
            std::move(values),
            {piecesOf(columns, side), piecesOf(rows, side), 1},
            {static_cast<std::uint32_t>(side), static_cast<std::uint32_t>(down), 1},
            {whole(rows), whole(columns), x, y}};
}

Launch permuteLaunch(const std::array<std::int64_t, 5>& extents, const std::array<std::int64_t, 5>& steps,
                     const Operand& x, const Operand& y, Type type, Values values) {
    const std::int64_t count = productOf({extents[0], extents[1], extents[2], extents[3], extents[4]});
    std::vector<Operand> operands{whole(count)};
    for (std::size_t i = 1; i < extents.size(); ++i)
        operands.push_back(whole(extents[i]));
    for (const std::int64_t step : steps)
        operands.push_back(whole(step));
    operands.insert(operands.end(), {x, y});
    return moveLaunch("permute", count, type, std::move(values), std::move(operands));
}

Launch placeLaunch(const RowParts& parts, const Operand& x, const Operand& y, Type type, Values values) {
    const std::int64_t count = productOf({parts.rows, parts.columns});
    return moveLaunch("place", count, type, std::move(values),
                      {whole(count), whole(parts.columns), whole(parts.fromRow), whole(parts.fromAt),
                       whole(parts.intoRow), whole(parts.intoAt), x, y});
}

} // namespace edgewright::gpu
