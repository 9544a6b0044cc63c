// SPDX-License-Identifier: GPL-3.0-or-later
// Quantize-dequantize pairs around a product into the product of the codes. With x = sx (p - zx) and
// w = sw (q - zw):
//
//   y = sum x w + b = sx sw (sum (p - zx)(q - zw) + b / (sx sw))
//
// The sum in parentheses is one of integers, exact where it cannot leave 32 bits; what float32 rounded in the
// sum of products is gone, so that a result next to a tie may get the neighbouring code.
#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/fusion/patterns/coding.h"
#include "core/fusion/patterns/linear.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::fusion::qdq_to_integer {

namespace {

using ir::DataType;

// One product with everything that the integer one needs of it.
struct Product {
    const ir::Node* node = nullptr;
    Coding x, w, y;
    const ir::Node* clip = nullptr; // between product and QuantizeLinear
    ValueId bias;                   // int32 codes; invalid for none
    std::int64_t largestBias = 0;   // magnitude of those codes
};

// The channel axis of the weights, for scales that differ by output channel.
std::optional<Obstacle> whyNotPerChannel(const GraphView& view, const Product& product) {
    const Coding& w = product.w;
    if (w.scales.size() == 1) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(typeOf(view, w.node->input(0)).rank().value_or(0));
    const bool isTurned = product.node->is("Gemm") && product.node->intOr("transB", 0) != 0;
    const std::int64_t wanted = product.node->is("Conv") || isTurned ? 0 : 1;
    std::int64_t axis = w.node->intOr("axis", 1);
    if (axis < 0) axis += rank;
    if (axis == wanted && (product.node->is("Conv") || rank == 2)) return std::nullopt;
    return Obstacle{say("the scales of {1} run along axis {2}, which is not that of the outputs of {3}: they "
                        "do not leave its sums",
                        w.node->label(), axis, product.node->label()),
                    w.scale};
}

// b / (sx sw) as int32, when that gives back b to the last bit.
std::optional<ir::Tensor> integerBias(const std::vector<double>& bias, float x, const std::vector<float>& w) {
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < bias.size(); ++i) {
        const float scale = x * w[w.size() == 1 ? 0 : i];
        const double code = std::nearbyint(bias[i] / static_cast<double>(scale));
        if (!(std::abs(code) < 2147483648.0) ||
            static_cast<double>(static_cast<float>(code) * scale) != bias[i])
            return std::nullopt;
        codes.push_back(static_cast<std::int32_t>(code));
    }
    return ir::Tensor::of<std::int32_t>({static_cast<std::int64_t>(codes.size())}, codes);
}

std::int64_t largestOf(const std::vector<std::int64_t>& codes) {
    std::int64_t largest = 0;
    for (const std::int64_t code : codes)
        largest = std::max(largest, std::abs(code));
    return largest;
}

// Differences of 8-bit codes and their zero points are at most 255.
std::optional<Obstacle> whyItMayWrap(const GraphView& view, const Product& product) {
    constexpr std::int64_t Largest = std::numeric_limits<std::int32_t>::max();
    const ValueId weights = product.w.node->input(0);
    const auto dims = typeOf(view, weights).dims();
    std::optional<std::int64_t> products;
    if (dims && !dims->empty())
        products =
            product.node->is("Conv") || (product.node->is("Gemm") && product.node->intOr("transB", 0) != 0)
                ? checkedProduct(std::span(*dims).subspan(1))
            : dims->size() == 1 ? dims->front()
                                : (*dims)[dims->size() - 2];
    if (products && *products <= (Largest - product.largestBias) / (255 * 255)) return std::nullopt;
    return Obstacle{say("the integer sums of {1} may leave 32 bits", product.node->label()), weights};
}

// Finds the int32 codes of the bias of a Conv or Gemm, or makes them.
std::optional<Obstacle> takeBias(const GraphView& view, Product& product, ir::PatchBuilder& patch) {
    const ValueId bias = product.node->input(2);
    if (!bias.valid()) return std::nullopt;
    const float x = product.x.scales.front();
    const std::vector<float>& w = product.w.scales;
    const ir::Node* producer = view.producer(bias);
    if (producer && producer->is("DequantizeLinear")) {
        auto read = codingOf(view, *producer, typeOf(view, producer->input(0)).dtype);
        if (auto* obstacle = std::get_if<Obstacle>(&read)) return std::move(*obstacle);
        const auto& coding = std::get<Coding>(read);
        const auto zeros = coding.zero.valid() ? knownInts(view, coding.zero) : std::nullopt;
        const bool shifted = zeros && std::ranges::any_of(*zeros, [](std::int64_t zero) { return zero != 0; });
        if (coding.type != DataType::Int32 || shifted)
            return Obstacle{shifted
                                ? say("the bias of {1} is {2} with a zero point, and integer sums start from "
                                      "int32 without one",
                                      product.node->label(), ir::dataTypeName(coding.type))
                                : say("the bias of {1} is {2}, and integer sums start from int32 without one",
                                      product.node->label(), ir::dataTypeName(coding.type)),
                            producer->input(0)};
        const std::size_t count = std::max(coding.scales.size(), w.size());
        const auto each = [](const std::vector<float>& scales, std::size_t i) {
            return scales.size() == 1 ? scales.front() : i < scales.size() ? scales[i] : 0.0f;
        };
        constexpr float Rounding = 4 * std::numeric_limits<float>::epsilon();
        for (std::size_t i = 0; i < count; ++i)
            if (!(std::abs(each(coding.scales, i) - x * each(w, i)) <= Rounding * std::abs(x * each(w, i))))
                return Obstacle{say("the bias of {1} has another scale than its products, that of the input "
                                    "times that of the weights",
                                    product.node->label()),
                                producer->input(1)};
        const auto codes = knownInts(view, producer->input(0));
        if (!codes)
            return Obstacle{notConstant(view, say("the bias of {1}", product.node->label()), bias),
                            producer->input(0)};
        product.largestBias = largestOf(*codes);
        product.bias = producer->input(0);
        return std::nullopt;
    }
    const auto floats = knownFloats(view, bias);
    if (!floats) return Obstacle{notConstant(view, say("the bias of {1}", product.node->label()), bias), bias};
    auto codes = w.size() == 1 || w.size() == floats->size() ? integerBias(*floats, x, w) : std::nullopt;
    if (!codes)
        return Obstacle{say("the bias of {1} is no multiple of the scale of its products, that of the input "
                            "times that of the weights",
                            product.node->label()),
                        bias};
    for (const std::int32_t code : codes->as<std::int32_t>())
        product.largestBias = std::max<std::int64_t>(product.largestBias, std::abs(std::int64_t(code)));
    product.bias = patch.constant(view.graph.value(bias).name + "_int32", *std::move(codes));
    return std::nullopt;
}

// Gemm scales by alpha and beta, and QGemm knows alpha alone, which the bias would have to know, too.
std::optional<Obstacle> whyNoGemm(const GraphView& view, const ir::Node& gemm) {
    if (!gemm.is("Gemm")) return std::nullopt;
    if (gemm.floatOr("alpha", 1) != 1)
        return Obstacle{say("{1} multiplies by alpha, and its codes are not", gemm.label()), gemm.input(0)};
    if (!gemm.hasInput(2)) return std::nullopt;
    if (gemm.floatOr("beta", 1) != 1)
        return Obstacle{say("{1} multiplies its bias by beta, and codes are not", gemm.label()), gemm.input(2)};
    const auto dims = typeOf(view, gemm.input(2)).dims();
    if (!dims || dims->size() != 1)
        return Obstacle{say("{1} adds a bias that is no row of its outputs", gemm.label()), gemm.input(2)};
    return std::nullopt;
}

std::variant<Product, Obstacle> examined(const GraphView& view, const ir::Node& node, const ir::Node& x,
                                         const ir::Node& w, const ir::Node* clip, const ir::Node& quantize) {
    Product product;
    product.node = &node;
    product.clip = clip;
    const std::pair<Coding*, const ir::Node*> sides[] = {
        {&product.x, &x}, {&product.w, &w}, {&product.y, &quantize}};
    for (const auto& [coding, from] : sides) {
        const ValueId codes = from == &quantize ? quantize.output(0) : from->input(0);
        auto read = codingOf(view, *from, typeOf(view, codes).dtype);
        if (auto* obstacle = std::get_if<Obstacle>(&read)) return std::move(*obstacle);
        *coding = std::get<Coding>(read);
        if (auto obstacle = whyNoBytes(*coding, codes, from != &w)) return std::move(*obstacle);
    }
    if (product.x.type != product.y.type ||
        (product.x.type == DataType::Int8 && product.w.type == DataType::UInt8))
        return Obstacle{say("no runtime multiplies {1} by {2} codes to {3} ones",
                            ir::dataTypeName(product.x.type), ir::dataTypeName(product.w.type),
                            ir::dataTypeName(product.y.type)),
                        x.input(0)};
    if (auto obstacle = whyNotPerChannel(view, product)) return std::move(*obstacle);
    if (auto obstacle = whyNoGemm(view, node)) return std::move(*obstacle);
    if (clip)
        if (auto obstacle = whyClipMatters(view, *clip, product.y)) return std::move(*obstacle);
    return product;
}

ir::Node integerNode(const GraphView& view, const Product& product, ir::PatchBuilder& patch) {
    const auto name = [&](ValueId value) { return view.graph.value(value).name; };
    const ValueId x = product.x.node->input(0), w = product.w.node->input(0), y = product.y.node->output(0);
    ir::Node node = *product.node;
    const bool isGemm = node.is("Gemm");
    if (isGemm) node.domain = "com.microsoft";
    node.op = node.is("Conv") ? "QLinearConv" : isGemm ? "QGemm" : "QLinearMatMul";
    if (isGemm) // "beta" is none of its attributes
        std::erase_if(node.attributes, [](const ir::Attribute& each) { return each.name == "beta"; });
    node.origins.clear();
    node.inputs = {x, product.x.scale, zeroOf(product.x, name(x), patch),
                   w, product.w.scale, zeroOf(product.w, name(w), patch)};
    if (isGemm) node.inputs.push_back(product.bias); // in front of the output's parameters; may be none
    node.inputs.insert(node.inputs.end(), {product.y.scale, zeroOf(product.y, name(y), patch)});
    if (!isGemm && product.bias.valid()) node.inputs.push_back(product.bias);
    node.outputs = {y};
    return node;
}

//   x8 -> DequantizeLinear -> Conv -> Relu -> QuantizeLinear -> y8        =>      x8 -> QLinearConv -> y8
//   w8 -> DequantizeLinear ---^
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Conv") && !node.is("MatMul") && !node.is("Gemm")) return NoMatch{};
    if (typeOf(view, node.output(0)).dtype != DataType::Float32) return NoMatch{};
    const auto dequantized = [&](std::size_t input) -> const ir::Node* {
        const ir::Node* producer = view.producer(node.input(input));
        return producer && producer->is("DequantizeLinear") ? producer : nullptr;
    };
    const ir::Node* x = dequantized(0);
    const ir::Node* w = dequantized(1);
    const auto readerOf = [&](ValueId value, const auto& wanted) -> const ir::Node* {
        for (const NodeId reader : view.connections.consumers(value))
            if (wanted(view.graph.node(reader))) return &view.graph.node(reader);
        return nullptr;
    };
    const auto quantizes = [](const ir::Node& reader) { return reader.is("QuantizeLinear"); };
    const ir::Node* quantize = readerOf(node.output(0), quantizes);
    const ir::Node* clip = nullptr;
    if (!quantize) {
        clip = readerOf(node.output(0), isClip);
        quantize = clip ? readerOf(clip->output(0), quantizes) : nullptr;
    }
    if (!x || !w || !quantize) return NoMatch{};

    std::vector<NodeId> nodes{id, x->id, w->id};
    if (w == x) nodes.pop_back();
    if (clip) nodes.push_back(clip->id);
    nodes.push_back(quantize->id);
    const auto refuse = [&](Obstacle obstacle) {
        return Refused{nodes, {obstacle.tensor}, std::move(obstacle.reason)};
    };
    const ir::Node& next = clip ? *clip : *quantize;
    if (auto reason = whyNotPrivate(view, node.output(0), next.id))
        return refuse({std::move(*reason), node.output(0)});
    if (clip)
        if (auto reason = whyNotPrivate(view, clip->output(0), quantize->id))
            return refuse({std::move(*reason), clip->output(0)});
    auto found = examined(view, node, *x, *w, clip, *quantize);
    if (auto* obstacle = std::get_if<Obstacle>(&found)) return refuse(std::move(*obstacle));
    auto& product = std::get<Product>(found);

    ir::PatchBuilder patch(view.graph);
    if (!node.is("MatMul"))
        if (auto obstacle = takeBias(view, product, patch)) return refuse(std::move(*obstacle));
    if (auto obstacle = whyItMayWrap(view, product)) return refuse(std::move(*obstacle));
    for (const NodeId each : nodes)
        if ((each != x->id && each != w->id) || isPrivate(view, view.graph.node(each).output(0), id))
            patch.remove(each);
    ir::Node made = integerNode(view, product, patch);
    const std::string reason =
        say("{1} multiplies the codes of {2} and writes those of {3}", node.label(),
            listed(view.graph, w == x ? std::vector{x->id} : std::vector{x->id, w->id}), quantize->label());
    patch.add(std::move(made));
    return Applied{patch.take(), std::move(nodes), reason};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Product between DequantizeLinear and QuantizeLinear in integers"),
    .match = match,
    .before = "DequantizeLinear -> Conv -> QuantizeLinear",
    .after = "QLinearConv",
    .changesQuantizedValues = true,
    .roots = {"Conv", "MatMul", "Gemm"},
};

} // namespace edgewright::fusion::qdq_to_integer
