// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/upgrade.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <variant>

namespace edgewright::fusion {

namespace {

constexpr int DeepestNesting = 64; // of subgraphs

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
    Introduction{"GroupNormalization", 21},
    Introduction{"HammingWindow", 17},
    Introduction{"HannWindow", 17},
    Introduction{"HardSwish", 14},
    Introduction{"ImageDecoder", 20},
    Introduction{"IsInf", 10},
    Introduction{"IsNaN", 9},
    Introduction{"LayerNormalization", 17},
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
    Introduction{"QLinearConv", 10},
    Introduction{"QLinearMatMul", 10},
    Introduction{"QuantizeLinear", 10},
    Introduction{"RMSNormalization", 23},
    Introduction{"Range", 11},
    Introduction{"RegexFullMatch", 20},
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

using Names = std::unordered_set<std::string_view>;

void collect(const ir::Graph& graph, int depth, Names& names) {
    if (depth > DeepestNesting) return;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.domain.empty() && !node.body) names.insert(node.op);
        if (node.body) collect(*node.body, depth + 1, names);
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* one = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value); one && *one)
                collect(**one, depth + 1, names);
    }
}

} // namespace

std::int64_t introducedIn(std::string_view op) {
    const auto it = std::ranges::find(Introductions, op, &Introduction::op);
    return it == Introductions.end() ? 1 : it->version;
}

std::int64_t opsetNeeded(const ir::Graph& graph, const ir::Graph& base) {
    Names before;
    Names after;
    collect(base, 0, before);
    collect(graph, 0, after);
    std::int64_t needed = 1;
    for (const std::string_view op : after)
        if (!before.contains(op)) needed = std::max(needed, introducedIn(op));
    return needed;
}

} // namespace edgewright::fusion
