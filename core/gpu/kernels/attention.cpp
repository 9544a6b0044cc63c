// SPDX-License-Identifier: GPL-3.0-or-later
// y[head][q] = softmax over k of (query[head][q] . key[head][k] / sqrt(depth)), times value[head][k].
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/gpu/kernels/parts.h"

#include <cmath>

namespace edgewright::gpu {

namespace {

constexpr std::int64_t MaxDepth = 64; // that registers hold for attention_online

double attendedAt(const std::vector<Array>& inputs, std::int64_t length, std::int64_t depth,
                  std::int64_t element) {
    const std::int64_t row = element / depth, head = row / length * length, part = element % depth;
    double largest = -1e300, sum = 0, value = 0;
    std::vector<double> scores(static_cast<std::size_t>(length), 0);
    for (std::int64_t k = 0; k < length; ++k) {
        double& score = scores[static_cast<std::size_t>(k)];
        for (std::int64_t i = 0; i < depth; ++i)
            score += inputs[0].at(row * depth + i) * inputs[1].at((head + k) * depth + i);
        score /= std::sqrt(static_cast<double>(depth));
        largest = std::max(largest, score);
    }
    for (std::int64_t k = 0; k < length; ++k) {
        const double share = std::exp(scores[static_cast<std::size_t>(k)] - largest);
        sum += share;
        value += share * inputs[2].at((head + k) * depth + part);
    }
    return value / sum;
}

// Buffers 0 query, 1 key, 2 value, 3 y.
Work attentionWork(const Sizes& sizes) {
    const std::int64_t heads = sizes[0], length = sizes[1], depth = sizes[2],
                       all = productOf({heads, length, depth});
    Work work;
    work.buffers = {
        {Type::Float32, all}, {Type::Float32, all}, {Type::Float32, all}, {Type::Float32, all, Fill::Result}};
    work.macs = 2.0 * static_cast<double>(all) * static_cast<double>(length);
    work.bytes = 16.0 * static_cast<double>(all);
    work.reference = [length, depth](const std::vector<Array>& inputs, std::int64_t element) {
        return attendedAt(inputs, length, depth, element);
    };
    return work;
}

float factorOf(std::int64_t depth) { return static_cast<float>(1 / std::sqrt(static_cast<double>(depth))); }

Result<Work> plain(const Sizes& sizes, const Values& values) {
    const std::int64_t heads = sizes[0], length = sizes[1], depth = sizes[2];
    const int side = numberOf(values, "SIDE");
    const auto across = static_cast<std::uint32_t>(side), z = static_cast<std::uint32_t>(heads);
    const Values rows = defined({{"THREADS", RowThreads}});
    Work work = attentionWork(sizes);
    const std::int64_t scores = productOf({heads, length, length});
    work.buffers.push_back({Type::Float32, scores, Fill::Scratch});
    work.buffers.push_back({Type::Float32, scores, Fill::Scratch});
    work.launches = {{"attention_scores",
                      values,
                      {piecesOf(length, side), piecesOf(length, side), z},
                      {across, across, 1},
                      {whole(length), whole(depth), factorOf(depth), part(0), part(1), part(4)}},
                     {"softmax",
                      rows,
                      {piecesOf(productOf({heads, length}), 1), 1, 1},
                      {RowThreads, 1, 1},
                      {whole(length), part(4), part(5)}},
                     {"attention_values",
                      values,
                      {piecesOf(depth, side), piecesOf(length, side), z},
                      {across, across, 1},
                      {whole(length), whole(depth), part(5), part(2), part(3)}}};
    return work;
}

Result<Work> online(const Sizes& sizes, const Values& values) {
    const std::int64_t heads = sizes[0], length = sizes[1], depth = sizes[2];
    if (depth > MaxDepth)
        return unsupported(say("a depth of {1}: registers hold at most {2}", depth, MaxDepth));
    const int queries = numberOf(values, "QUERIES");
    Values defines = values;
    defines.emplace_back("DEPTH", std::to_string(MaxDepth));
    Work work = attentionWork(sizes);
    work.launches = {{"attention_online",
                      defines,
                      {piecesOf(length, queries), static_cast<std::uint32_t>(heads), 1},
                      {static_cast<std::uint32_t>(queries), 1, 1},
                      {whole(length), whole(depth), factorOf(depth), part(0), part(1), part(2), part(3)}}};
    return work;
}

const std::vector<std::string_view> AttentionSizes{"heads", "length", "depth"};
const std::vector<Sizes> OddAttentions{{1, 1, 1}, {2, 37, 20}, {3, 70, 64}}, UsualAttentions{{12, 1024, 64}};

} // namespace

namespace attention_plain_kernel {
extern const Kernel entry{.name = "attention_plain",
                          .family = Family::Attention,
                          .summary =
                              TRANSLATABLE("GPU kernel", "Scores, softmax and values, one after the other"),
                          .roof = RoofKind::Float32,
                          .capability = 50,
                          .parameters = {{"SIDE", 32, {16, 32}}},
                          .sizeNames = AttentionSizes,
                          .odd = OddAttentions,
                          .usual = UsualAttentions,
                          .work = plain};
}
namespace attention_online_kernel {
extern const Kernel entry{.name = "attention_online",
                          .family = Family::Attention,
                          .summary = TRANSLATABLE("GPU kernel", "Tile by tile, without the matrix of scores"),
                          .roof = RoofKind::Float32,
                          .capability = 50,
                          .parameters = {{"QUERIES", 128, {64, 128}}, {"KEYS", 16, {8, 16, 32}}},
                          .sizeNames = AttentionSizes,
                          .odd = OddAttentions,
                          .usual = UsualAttentions,
                          .work = online};
}

} // namespace edgewright::gpu
