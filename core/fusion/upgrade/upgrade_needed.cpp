// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/upgrade/upgrade.h"

#include "core/fusion/matching.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace edgewright::fusion {

namespace {

constexpr int MaxNesting = 64; // of subgraphs

struct Introduction {
    std::string_view op;
    std::int64_t version;
};
constexpr std::array Introductions{
    Introduction{"Acos", 7},
    Introduction{"Acosh", 9},
    Introduction{"AffineGrid", 20},
    Introduction{"Asin", 7},
    Introduction{"Asinh", 9},
    Introduction{"Atan", 7},
    Introduction{"Atanh", 9},
    Introduction{"Attention", 23},
    Introduction{"Bernoulli", 15},
    Introduction{"BitShift", 11},
    Introduction{"BitwiseAnd", 18},
    Introduction{"BitwiseNot", 18},
    Introduction{"BitwiseOr", 18},
    Introduction{"BitwiseXor", 18},
    Introduction{"BlackmanWindow", 17},
    Introduction{"CastLike", 15},
    Introduction{"Celu", 12},
    Introduction{"CenterCropPad", 18},
    Introduction{"Col2Im", 18},
    Introduction{"Compress", 9},
    Introduction{"ConcatFromSequence", 11},
    Introduction{"ConstantOfShape", 9},
    Introduction{"ConvInteger", 10},
    Introduction{"Cos", 7},
    Introduction{"Cosh", 9},
    Introduction{"CumSum", 11},
    Introduction{"DFT", 17},
    Introduction{"DeformConv", 19},
    Introduction{"DequantizeLinear", 10},
    Introduction{"Det", 11},
    Introduction{"DynamicQuantizeLinear", 11},
    Introduction{"Einsum", 12},
    Introduction{"Erf", 9},
    Introduction{"Expand", 8},
    Introduction{"EyeLike", 9},
    Introduction{"GatherElements", 11},
    Introduction{"GatherND", 11},
    Introduction{"Gelu", 20},
    Introduction{"GreaterOrEqual", 12},
    Introduction{"GridSample", 16},
    Introduction{"GroupNormalization", 18},
    Introduction{"HammingWindow", 17},
    Introduction{"HannWindow", 17},
    Introduction{"HardSwish", 14},
    Introduction{"ImageDecoder", 20},
    Introduction{"InstanceNormalization", 6},
    Introduction{"IsInf", 10},
    Introduction{"IsNaN", 9},
    Introduction{"LayerNormalization", 17},
    Introduction{"LeakyRelu", 6},
    Introduction{"LessOrEqual", 12},
    Introduction{"MatMulInteger", 10},
    Introduction{"MaxUnpool", 9},
    Introduction{"MeanVarianceNormalization", 9},
    Introduction{"MelWeightMatrix", 17},
    Introduction{"Mish", 18},
    Introduction{"Mod", 10},
    Introduction{"Multinomial", 7},
    Introduction{"NegativeLogLikelihoodLoss", 12},
    Introduction{"NonMaxSuppression", 10},
    Introduction{"NonZero", 9},
    Introduction{"OneHot", 9},
    Introduction{"Optional", 15},
    Introduction{"OptionalGetElement", 15},
    Introduction{"OptionalHasElement", 15},
    Introduction{"PRelu", 7},
    Introduction{"QLinearConv", 10},
    Introduction{"QLinearMatMul", 10},
    Introduction{"QuantizeLinear", 10},
    Introduction{"RMSNormalization", 23},
    Introduction{"Range", 11},
    Introduction{"RegexFullMatch", 20},
    Introduction{"Relu", 6},
    Introduction{"Resize", 10},
    Introduction{"ReverseSequence", 10},
    Introduction{"RoiAlign", 10},
    Introduction{"RotaryEmbedding", 23},
    Introduction{"Round", 11},
    Introduction{"STFT", 17},
    Introduction{"Scan", 8},
    Introduction{"ScatterElements", 11},
    Introduction{"ScatterND", 11},
    Introduction{"SequenceAt", 11},
    Introduction{"SequenceConstruct", 11},
    Introduction{"SequenceEmpty", 11},
    Introduction{"SequenceErase", 11},
    Introduction{"SequenceInsert", 11},
    Introduction{"SequenceLength", 11},
    Introduction{"SequenceMap", 17},
    Introduction{"Shrink", 9},
    Introduction{"Sign", 9},
    Introduction{"Sin", 7},
    Introduction{"Sinh", 9},
    Introduction{"SoftmaxCrossEntropyLoss", 12},
    Introduction{"SplitToSequence", 11},
    Introduction{"StringConcat", 20},
    Introduction{"StringNormalizer", 10},
    Introduction{"StringSplit", 20},
    Introduction{"Swish", 24},
    Introduction{"Tan", 7},
    Introduction{"TensorScatter", 24},
    Introduction{"TfIdfVectorizer", 9},
    Introduction{"ThresholdedRelu", 10},
    Introduction{"Trilu", 14},
    Introduction{"Unique", 11},
    Introduction{"Where", 9},
};

// Operators that took bfloat16 later than the operators that spell them out; the others that are made here took
// it in opset 13, like those, or from their start.
constexpr std::array WithBfloat16{
    Introduction{"Elu", 22},
    Introduction{"GlobalAveragePool", 22},
    Introduction{"HardSigmoid", 22},
    Introduction{"HardSwish", 22},
    Introduction{"InstanceNormalization", 22},
    Introduction{"LeakyRelu", 16},
    Introduction{"LpNormalization", 22},
    Introduction{"Mish", 22},
    Introduction{"PRelu", 16},
    Introduction{"Softplus", 22},
    Introduction{"Softsign", 22},
};

std::int64_t versionIn(const auto& table, std::string_view op) {
    const auto it = std::ranges::find(table, op, &Introduction::op);
    return it == table.end() ? 1 : it->version;
}

// Softmax before opset 13 takes everything behind its axis as one.
bool alongInnerAxis(const ir::Graph& graph, const ir::Node& softmax) {
    const auto rank = typeOf(graph, softmax.input(0)).rank();
    const std::int64_t axis = softmax.intOr("axis", -1);
    return rank && axis != -1 && axis + 1 != static_cast<std::int64_t>(*rank);
}

// The opset that has the operator as this node writes it.
std::int64_t neededBy(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t form = 1;
    if (node.is("DepthToSpace") && node.stringOr("mode", "DCR") != "DCR") form = 11;
    if (node.is("Gemm")) form = node.hasInput(2) ? 7 : 11;
    if (node.is("GroupNormalization")) form = 21; // one scale for each channel
    if (node.is("AveragePool") && node.find("count_include_pad")) form = 7;
    if ((node.is("Softmax") || node.is("LogSoftmax")) && alongInnerAxis(graph, node)) form = 13;
    return std::max(form, introducedIn(node.op, typeOf(graph, node.output(0)).dtype));
}

// How many nodes of each operator there are that need more than opset 1, by what they need.
using Counts = std::map<std::pair<std::string_view, std::int64_t>, std::size_t>;

void collect(const ir::Graph& graph, int depth, Counts& counts) {
    if (depth > MaxNesting) return;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.domain.empty() && !node.body)
            if (const std::int64_t needed = neededBy(graph, node); needed > 1) ++counts[{node.op, needed}];
        if (node.body) collect(*node.body, depth + 1, counts);
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) { collect(*inner, depth + 1, counts); });
    }
}

} // namespace

std::int64_t introducedIn(std::string_view op, ir::DataType type) {
    const std::int64_t version = versionIn(Introductions, op);
    return type == ir::DataType::BFloat16 ? std::max(version, versionIn(WithBfloat16, op)) : version;
}

std::int64_t opsetNeeded(const ir::Graph& graph, const ir::Graph& base) {
    Counts before;
    Counts after;
    collect(base, 0, before);
    collect(graph, 0, after);
    std::int64_t needed = 1;
    for (const auto& [form, count] : after) {
        const auto it = before.find(form);
        if (it == before.end() || it->second < count) needed = std::max(needed, form.second);
    }
    return needed;
}

} // namespace edgewright::fusion
