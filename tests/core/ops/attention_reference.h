// SPDX-License-Identifier: GPL-3.0-or-later
// Attention written out in double: what the kernels are compared with.
#pragma once

#include "tests/core/ops/kernel_probe.h"

#include <cmath>
#include <limits>

namespace edgewright::test {

// Queries [b, h, s, d], keys [b, g, t, d], values [b, g, t, v]; masked(b, h, i, j) -> what is added to a score.
struct Plain {
    std::int64_t batch, heads, keyHeads, rows, columns, size, valueSize;
    double scale;
};

template <typename Query, typename Key, typename Value, typename Mask, typename Check>
void forEachResult(const Plain& p, Query query, Key key, Value value, Mask mask, Check check) {
    for (std::int64_t b = 0; b < p.batch; ++b)
        for (std::int64_t h = 0; h < p.heads; ++h)
            for (std::int64_t i = 0; i < p.rows; ++i) {
                const std::int64_t g = h / (p.heads / p.keyHeads);
                std::vector<double> weights;
                double sum = 0;
                for (std::int64_t j = 0; j < p.columns; ++j) {
                    double score = 0;
                    for (std::int64_t d = 0; d < p.size; ++d)
                        score += query(b, h, i, d) * key(b, g, j, d);
                    weights.push_back(std::exp(score * p.scale + mask(b, h, i, j)));
                    sum += weights.back();
                }
                for (std::int64_t v = 0; v < p.valueSize; ++v) {
                    double expected = 0;
                    for (std::int64_t j = 0; j < p.columns; ++j)
                        expected += weights[static_cast<std::size_t>(j)] / sum * value(b, g, j, v);
                    check(b, h, i, v, expected);
                }
            }
}

inline double at(const ir::Tensor& tensor, std::initializer_list<std::int64_t> index) {
    std::int64_t offset = 0;
    std::size_t axis = 0;
    for (const std::int64_t i : index)
        offset = offset * tensor.dims()[axis++] + i;
    return ir::elementAsDouble(tensor, offset);
}

inline bool close(double a, double b) { return std::abs(a - b) <= 2e-5 * std::max(1.0, std::abs(b)); }

inline constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace edgewright::test
