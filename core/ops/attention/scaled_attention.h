// SPDX-License-Identifier: GPL-3.0-or-later
// Scaled dot-product attention: softmax(scale * Q K^T + bias) V for every batch entry and head. What the
// attention operators of both domains come down to.
#pragma once

#include "core/ops/operator.h"

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace edgewright::ops {

// [batch, heads, length, size] where only the elements of a row need to be neighbours. Strides in elements.
template <typename T>
struct HeadsView {
    T* data = nullptr;
    std::int64_t batchStride = 0;
    std::int64_t headStride = 0;
    std::int64_t rowStride = 0;
    T* row(std::int64_t batch, std::int64_t head, std::int64_t index) const {
        return data + batch * batchStride + head * headStride + index * rowStride;
    }
};

// [batch, heads, length, size] without gaps.
template <typename T>
HeadsView<T> headsFirst(T* data, std::int64_t heads, std::int64_t length, std::int64_t size) {
    return {data, heads * length * size, length * size, size};
}
// [batch, length, heads * size] without gaps.
template <typename T>
HeadsView<T> headsLast(T* data, std::int64_t heads, std::int64_t length, std::int64_t size) {
    return {data, length * heads * size, size, heads * size};
}

// Strides of a mask: element (batch, head, row, column) of a tensor that broadcasts to the scores.
struct ScoreStrides {
    std::int64_t batch = 0;
    std::int64_t head = 0;
    std::int64_t row = 0;
    std::int64_t column = 0; // 0 or 1
};
// BadInput when the tensor's shape, aligned at the last axis, does not broadcast to `scores`, which is
// [batch, heads, rows, columns].
Result<ScoreStrides> scoreStrides(const ir::Tensor& tensor, const std::array<std::int64_t, 4>& scores,
                                  std::string_view what);

template <typename T>
struct ScoreBias {
    const T* data = nullptr;
    ScoreStrides strides;
};

// The stage of the scores that a second output shows.
enum class ScoreStage { Product, Capped, Biased, Softmax };

template <typename T>
struct Attention {
    std::int64_t batch = 0;
    std::int64_t heads = 0;    // of the query; a multiple of keyHeads
    std::int64_t keyHeads = 0; // heads / keyHeads neighbouring query heads share one
    std::int64_t rows = 0;     // queries
    std::int64_t columns = 0;  // keys
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    HeadsView<const T> query, key, value;
    HeadsView<T> output;
    T scale = 1;
    T cap = 0; // scores become cap * tanh(score / cap); 0: they stay
    std::vector<ScoreBias<T>> biases;
    ScoreBias<std::uint8_t> allowed; // 0 masks a score; no data: nothing is masked
    const T* sinks = nullptr; // [heads]: one more score of each row, of a column without a value; null: none
    // Masked columns are not looked at. Both per batch entry, or empty.
    std::vector<std::int64_t> frontier; // row i sees columns up to i + frontier
    std::vector<std::int64_t> lengths;  // columns from there on are masked
    T* scores = nullptr;                // [batch, heads, rows, columns], when wanted
    ScoreStage stage = ScoreStage::Product;
};

// T is float or double. A row that sees no column at all becomes zero. Fails when cancelled or out of memory.
template <typename T>
Result<void> attend(const Attention<T>& attention, KernelContext& context);

// In place; a row of nothing but -inf becomes zero. `sink`: a score that counts in the sum, and is not in the
// row.
template <typename T>
void softmaxRow(std::span<T> row, T sink = -std::numeric_limits<T>::infinity());

// Multiply-accumulates of both products; 0 when they cannot be counted.
std::int64_t attentionMacs(std::int64_t batch, std::int64_t heads, std::int64_t rows, std::int64_t columns,
                           std::int64_t sizes);

ParameterSpace attentionParameters(const NodeWork& work);

} // namespace edgewright::ops
