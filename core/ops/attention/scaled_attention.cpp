// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/scaled_attention.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/ops/parameter_space.h"
#include "core/ops/product/product.h"
#include "core/ops/work.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::ops {

namespace {

// Queries that go through both products together: their scores stay in the second-level cache. Each block packs
// the keys and values again, so that few rows more than these go together with them. `strip`: that was chosen.
constexpr std::int64_t BlockRows = 48;
std::int64_t blockRows(std::int64_t rows, std::int64_t strip) {
    if (strip > 0) return std::clamp<std::int64_t>(strip, 1, std::max<std::int64_t>(rows, 1));
    const std::int64_t blocks = std::max<std::int64_t>(1, (rows + BlockRows / 3) / BlockRows);
    return std::clamp<std::int64_t>(ceilDiv(ceilDiv(rows, blocks), 8) * 8, 1, std::max<std::int64_t>(rows, 1));
}

template <typename T>
constexpr T Masked = -std::numeric_limits<T>::infinity();

// Columns that row `row` may look at are [0, visible).
template <typename T>
std::int64_t visibleColumns(const Attention<T>& a, std::int64_t batch, std::int64_t row) {
    std::int64_t visible = a.columns;
    const auto entry = static_cast<std::size_t>(batch);
    if (!a.lengths.empty()) visible = std::min(visible, a.lengths[entry]);
    if (!a.frontier.empty()) visible = std::min(visible, row + a.frontier[entry] + 1);
    return std::max<std::int64_t>(visible, 0);
}

template <typename T>
void addBias(const Attention<T>& a, std::int64_t batch, std::int64_t head, std::int64_t row,
             std::span<T> scores) {
    for (const ScoreBias<T>& bias : a.biases) {
        const ScoreStrides& s = bias.strides;
        const T* from = bias.data + batch * s.batch + head * s.head + row * s.row;
        if (s.column == 0)
            for (T& score : scores)
                score += *from;
        else
            for (std::size_t i = 0; i < scores.size(); ++i)
                scores[i] += from[i];
    }
    if (a.allowed.data) {
        const ScoreStrides& s = a.allowed.strides;
        const std::uint8_t* from = a.allowed.data + batch * s.batch + head * s.head + row * s.row;
        for (std::size_t i = 0; i < scores.size(); ++i)
            if (from[static_cast<std::int64_t>(i) * s.column] == 0) scores[i] = Masked<T>;
    }
}

// Rows [first, last) of one head: `work` holds their scores, and `scratch` is that of the products.
template <typename T>
void attendBlock(const Attention<T>& a, std::int64_t batch, std::int64_t head, std::int64_t first,
                 std::int64_t last, T* work, float* scratch) {
    const std::int64_t rows = last - first;
    // The frontier only grows with the row.
    const std::int64_t columns = a.scores ? a.columns : visibleColumns(a, batch, last - 1);
    const std::int64_t keyHead = head / (a.heads / a.keyHeads);
    multiply<T>({a.query.row(batch, head, first), a.query.rowStride, false},
                {a.key.row(batch, keyHead, 0), a.key.rowStride, true}, rows, columns, a.headSize, work, columns,
                scratch);
    for (std::int64_t row = first; row < last; ++row) {
        const std::span<T> scores(work + (row - first) * columns, static_cast<std::size_t>(columns));
        T* shown = a.scores ? a.scores + ((batch * a.heads + head) * a.rows + row) * a.columns : nullptr;
        const auto show = [&](ScoreStage stage) {
            if (shown && a.stage == stage) std::ranges::copy(scores, shown);
        };
        for (T& score : scores)
            score *= a.scale;
        show(ScoreStage::Product);
        if (a.cap > 0)
            for (T& score : scores)
                score = a.cap * std::tanh(score / a.cap);
        show(ScoreStage::Capped);
        addBias(a, batch, head, row, scores);
        const std::int64_t visible = visibleColumns(a, batch, row);
        std::fill(scores.begin() + std::min(visible, columns), scores.end(), Masked<T>);
        show(ScoreStage::Biased);
        softmaxRow(scores, a.sinks ? a.sinks[head] : Masked<T>);
        show(ScoreStage::Softmax);
    }
    multiply<T>({work, columns, false}, {a.value.row(batch, keyHead, 0), a.value.rowStride, false}, rows,
                a.valueSize, columns, a.output.row(batch, head, first), a.output.rowStride, scratch);
}

} // namespace

template <typename T>
void softmaxRow(std::span<T> row, T sink) {
    if (row.empty()) return;
    if constexpr (std::is_same_v<T, float>) {
        const auto& kernels = *kernels::table().elementwise;
        const auto count = static_cast<std::int64_t>(row.size());
        const float highest = std::max(kernels.maximum(row.data(), count), sink);
        if (highest == Masked<float>) {
            std::ranges::fill(row, 0.0f);
            return;
        }
        const float sum = kernels.expMinus(row.data(), highest, row.data(), count) + std::exp(sink - highest);
        kernels.scaleShift(row.data(), 1 / sum, 0, row.data(), count);
    } else {
        const T highest = std::max(*std::ranges::max_element(row), sink);
        if (highest == Masked<T>) {
            std::ranges::fill(row, T(0));
            return;
        }
        T sum = std::exp(sink - highest);
        for (T& element : row)
            sum += element = std::exp(element - highest);
        for (T& element : row)
            element /= sum;
    }
}

template <typename T>
Result<void> attend(const Attention<T>& a, KernelContext& context) {
    const std::int64_t written = std::max(a.valueSize, a.scores ? a.columns : 0);
    const auto results = checkedProduct(std::array{a.batch, a.heads, a.rows, written});
    if (!results) return badInput(say("the output has more elements than can be counted"));
    if (*results == 0) return {};
    const std::int64_t rows = blockRows(a.rows, context.parameters().strip);
    const std::int64_t blocks = ceilDiv(a.rows, rows);
    const std::int64_t tasks = a.batch * a.heads * blocks;
    const auto scores = checkedMul(rows, a.columns);
    const std::int64_t macs = attentionMacs(a.batch, a.heads, a.rows, a.columns, a.headSize + a.valueSize);
    const int threads = kernels::usefulThreads(context.threads(), macs / 16, tasks);
    const auto all = scores ? checkedMul(*scores, threads) : std::nullopt;
    if (!all) return badInput(say("there are {1} keys", a.columns));
    ASSIGN_OR_RETURN(const auto work, context.scratchOf<T>(*all));
    const std::int64_t each = std::max(multiplyScratch<T>(rows, a.columns, a.headSize),
                                       multiplyScratch<T>(rows, a.valueSize, a.columns));
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(each * threads));
    kernels::parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const std::int64_t head = task / blocks, first = task % blocks * rows;
        attendBlock(a, head / a.heads, head % a.heads, first, std::min(first + rows, a.rows),
                    work.data() + worker * *scores, scratch.data() + worker * each);
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

Result<ScoreStrides> scoreStrides(const ir::Tensor& tensor, const std::array<std::int64_t, 4>& scores,
                                  std::string_view what) {
    const ir::Dims& dims = tensor.dims();
    std::array<std::int64_t, 4> strides{};
    bool fits = dims.size() <= 4;
    std::int64_t stride = 1;
    for (std::size_t i = 0; fits && i < dims.size(); ++i) {
        const std::int64_t extent = dims[dims.size() - 1 - i];
        fits = extent == 1 || extent == scores[3 - i];
        strides[3 - i] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
    if (fits) return ScoreStrides{strides[0], strides[1], strides[2], strides[3]};
    return badInput(say("{1} is {2}, which does not broadcast to scores of [{3},{4},{5},{6}]", what,
                        tensor.type().text(), scores[0], scores[1], scores[2], scores[3]));
}

std::int64_t attentionMacs(std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns,
                           std::int64_t sizes) {
    const std::array factors{batch, heads, rows, columns, sizes};
    return checkedProduct(factors).value_or(0);
}

ParameterSpace attentionParameters(const NodeWork& work) {
    const auto scores = std::ranges::find(work.products, std::string_view("scores"), &MatrixProduct::part);
    if (scores == work.products.end()) return {};
    constexpr std::int64_t MinQueries = 8;
    ParameterSpace space;
    space.axes.push_back({"strip", fromTo(MinQueries, scores->m)});
    return space;
}

template Result<void> attend(const Attention<float>&, KernelContext&);
template Result<void> attend(const Attention<double>&, KernelContext&);
template void softmaxRow(std::span<float>, float);
template void softmaxRow(std::span<double>, double);

} // namespace edgewright::ops
