// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/improve/equalize.h"

#include "core/base/say.h"
#include "core/quant/improve/product_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace edgewright::quant {

namespace {

constexpr double LargestFactor = 1000;
constexpr double Settled = 1e-3;      // of the logarithm of a factor
constexpr std::size_t LongestWay = 8; // operators between two products

constexpr std::array<std::string_view, 3> Homogeneous{"Relu", "LeakyRelu", "PRelu"};
constexpr std::array<std::string_view, 4> Pooling{"MaxPool", "AveragePool", "GlobalAveragePool",
                                                  "GlobalMaxPool"};
constexpr std::array<std::string_view, 4> Reshaping{"Flatten", "Reshape", "Squeeze", "Identity"};

bool isOneOf(std::span<const std::string_view> ops, const ir::Node& node) {
    return node.domain.empty() && std::ranges::find(ops, node.op) != ops.end();
}

std::string decimal(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (!text.empty() && text.back() == '.') text.pop_back();
    return text;
}

struct ClipLimits {
    double low, high;
};

// Whichever way the opset writes the bounds; empty where one is computed at run time.
std::optional<ClipLimits> limitsOf(const ir::Graph& graph, const ir::Node& clip) {
    ClipLimits limits{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    if (clip.find("min")) limits.low = static_cast<double>(clip.floatOr("min", 0));
    if (clip.find("max")) limits.high = static_cast<double>(clip.floatOr("max", 0));
    for (const std::size_t i : {std::size_t(1), std::size_t(2)}) {
        if (!clip.hasInput(i)) continue;
        const ir::Tensor* known = graph.value(clip.input(i)).known();
        if (!known || !known->hasData() || known->elements() != 1) return std::nullopt;
        (i == 1 ? limits.low : limits.high) = ir::elementAsDouble(*known, 0);
    }
    return limits;
}

// The way from one product to the next: either there is one, or a reason why not.
struct Way {
    NodeId second;
    std::vector<NodeId> clips; // to become Relu
    std::string reason;
};

class Equalizing {
public:
    Equalizing(const ir::Graph& graph, const EqualizeOptions& options, const RunContext& run)
        : m_connections(graph), m_options(options), m_run(run) {
        m_result.graph = graph;
    }

    Result<Equalized> equalize() {
        for (const NodeId id : graph().order())
            if (auto product = ProductWeights::of(graph(), graph().node(id)))
                m_products.emplace(id, std::move(*product));
        findPairs();
        for (EqualizedPair& pair : m_result.pairs)
            pair.spreadBefore = spreadOf(m_products.at(pair.first));
        bool moved = true;
        for (int sweep = 0; sweep < m_options.sweeps && moved; ++sweep) {
            moved = false;
            for (EqualizedPair& pair : m_result.pairs) {
                if (m_run.stopped()) return cancelled();
                moved |= balance(pair);
            }
            m_run.report(static_cast<std::uint32_t>(sweep + 1), static_cast<std::uint32_t>(m_options.sweeps));
        }
        for (EqualizedPair& pair : m_result.pairs)
            pair.spreadAfter = spreadOf(m_products.at(pair.first));
        write();
        return std::move(m_result);
    }

private:
    const ir::Graph& graph() const { return m_result.graph; }

    void findPairs() {
        for (const NodeId id : graph().order()) {
            const auto product = m_products.find(id);
            if (product == m_products.end()) continue;
            const ir::Node& node = graph().node(id);
            Way way = wayFrom(node, product->second.outputs());
            if (!way.reason.empty()) {
                m_result.left.push_back({id, node.label(), std::move(way.reason)});
                continue;
            }
            m_clips.insert(m_clips.end(), way.clips.begin(), way.clips.end());
            EqualizedPair pair;
            pair.first = id;
            pair.second = way.second;
            pair.firstName = node.label();
            pair.secondName = graph().node(way.second).label();
            pair.factors.assign(product->second.outputs(), 1);
            m_result.pairs.push_back(std::move(pair));
        }
    }

    Way wayFrom(const ir::Node& product, std::size_t channels) const {
        Way way;
        const ir::Node* at = &product;
        for (std::size_t steps = 0; steps < LongestWay; ++steps) {
            const ValueId value = at->output(0);
            if (graph().isOutput(value)) return refused(say("{1} writes an output of the model", at->label()));
            const auto readers = m_connections.consumers(value);
            if (readers.size() != 1)
                return refused(say("{1} operators read what {2} writes", readers.size(), at->label()));
            const ir::Node& reader = graph().node(readers.front());
            if (std::ranges::count(reader.inputs, value) != 1 || reader.input(0) != value)
                return refused(say("{1} is no product with constant weights", reader.label()));
            if (const auto next = m_products.find(reader.id); next != m_products.end()) {
                if (next->second.inputs() != channels || !channelsMeet(product, reader))
                    return refused(say("the inputs of {1} are not its channels", reader.label()));
                way.second = reader.id;
                return way;
            }
            if (auto reason = whyNotThrough(product, reader, channels, way); !reason.empty())
                return refused(std::move(reason));
            at = &reader;
        }
        return refused(say("there are more than {1} operators behind it", LongestWay));
    }

    static Way refused(std::string reason) { return {{}, {}, std::move(reason)}; }

    // Channels are axis 1 behind and in front of a Conv, and the last one of matrices.
    bool channelsMeet(const ir::Node& first, const ir::Node& second) const {
        if (first.is("Conv") == second.is("Conv")) return true;
        const auto rank = graph().value(second.input(0)).type.rank();
        return rank && *rank == 2;
    }

    std::string whyNotThrough(const ir::Node& product, const ir::Node& reader, std::size_t channels,
                              Way& way) const {
        if (isOneOf(Homogeneous, reader)) return {};
        if (isOneOf(Pooling, reader)) {
            if (!product.is("Conv")) return say("{1} pools over what are channels here", reader.label());
            return reader.output(1).valid() ? say("{1} writes indices", reader.label()) : "";
        }
        if (isOneOf(Reshaping, reader))
            return keepsChannels(reader, channels) ? "" : say("{1} moves channels", reader.label());
        if (!reader.is("Clip")) return say("{1} is no product with constant weights", reader.label());
        const auto limits = limitsOf(graph(), reader);
        if (!limits) return say("the bounds of {1} are computed at run time", reader.label());
        const auto scales = [](double limit) { return limit == 0 || std::isinf(limit); };
        if (scales(limits->low) && scales(limits->high)) return {};
        if (m_options.replaceClips && limits->low == 0 && limits->high > 0) {
            way.clips.push_back(reader.id);
            return {};
        }
        return say("{1} limits it at {2}, and a limit does not scale", reader.label(),
                   decimal(scales(limits->low) ? limits->high : limits->low));
    }

    // [n, c, 1, 1] to [n, c], or no change at all.
    bool keepsChannels(const ir::Node& node, std::size_t channels) const {
        const auto& before = graph().value(node.input(0)).type.shape;
        const auto& after = graph().value(node.output(0)).type.shape;
        if (!before || !after || before->size() < 2 || after->size() < 2) return false;
        if (std::ranges::find(*before, ir::Dim()) != before->end()) return false; // nothing is known of it
        const auto kept = [&](const std::vector<ir::Dim>& dims) {
            return dims[0] == (*before)[0] && dims[1] == ir::Dim(static_cast<std::int64_t>(channels)) &&
                   std::all_of(dims.begin() + 2, dims.end(), [](const ir::Dim& each) { return each == 1; });
        };
        return *before == *after || (kept(*before) && kept(*after));
    }

    // One step: both sides of each channel get the geometric mean of their ranges.
    bool balance(EqualizedPair& pair) {
        ProductWeights& first = m_products.at(pair.first);
        ProductWeights& second = m_products.at(pair.second);
        const std::vector<double> r1 = first.outputRanges(), r2 = second.inputRanges();
        double most = 0;
        for (std::size_t i = 0; i < r1.size(); ++i) {
            if (r1[i] == 0 || r2[i] == 0) continue; // a channel that nothing goes through
            const double before = static_cast<double>(pair.factors[i]);
            const double factor =
                std::clamp(before * std::sqrt(r1[i] * r2[i]) / r2[i], 1 / LargestFactor, LargestFactor);
            most = std::max(most, std::abs(std::log(factor / before)));
            pair.factors[i] = static_cast<float>(factor);
            first.outputFactors[i] = 1 / static_cast<double>(pair.factors[i]);
            second.inputFactors[i] = static_cast<double>(pair.factors[i]);
        }
        return most > Settled;
    }

    static double spreadOf(const ProductWeights& product) {
        std::vector<double> ranges = product.outputRanges();
        if (ranges.empty()) return 1;
        const double most = std::ranges::max(ranges);
        const auto middle = ranges.begin() + static_cast<std::ptrdiff_t>(ranges.size() / 2);
        std::ranges::nth_element(ranges, middle);
        return *middle == 0 ? 1 : most / *middle;
    }

    void write() {
        std::map<NodeId, bool> changed;
        for (const EqualizedPair& pair : m_result.pairs)
            changed[pair.first] = changed[pair.second] = true;
        for (const auto& [id, unused] : changed) {
            const ProductWeights& product = m_products.at(id);
            setConstant(id, 1, product.weights());
            if (auto bias = product.bias()) setConstant(id, 2, *std::move(bias));
        }
        for (const NodeId id : m_clips) {
            ir::Node& node = m_result.graph.node(id);
            node.op = "Relu";
            node.inputs.resize(1);
            std::erase_if(node.attributes,
                          [](const ir::Attribute& each) { return each.name == "min" || each.name == "max"; });
            m_result.replacedClips.push_back(node.label());
        }
    }

    // A constant of its own: others may read the one that was there.
    void setConstant(NodeId node, std::size_t input, ir::Tensor tensor) {
        const ValueId before = m_result.graph.node(node).inputs[input];
        ir::Value value;
        value.name =
            m_result.graph.value(before).name + "_equalized_" + std::to_string(m_result.graph.valueCount());
        value.type = tensor.type();
        value.constant = std::move(tensor);
        m_result.graph.node(node).inputs[input] = m_result.graph.addValue(std::move(value));
        if (m_connections.consumers(before).size() == 1 && !m_result.graph.isOutput(before))
            m_result.graph.value(before).constant.reset();
    }

    const ir::Connections m_connections;
    const EqualizeOptions& m_options;
    const RunContext& m_run;
    std::map<NodeId, ProductWeights> m_products;
    std::vector<NodeId> m_clips;
    Equalized m_result;
};

} // namespace

Result<Equalized> equalize(const ir::Graph& graph, const EqualizeOptions& options, const RunContext& run) {
    return Equalizing(graph, options, run).equalize();
}

} // namespace edgewright::quant
