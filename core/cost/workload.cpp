// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/activations.h"
#include "core/cost/check.h"
#include "core/ir/known_beforehand.h"
#include "core/ops/work.h"

#include <algorithm>
#include <limits>
#include <map>

namespace edgewright::cost {

namespace {

constexpr std::int64_t MaxWords = std::numeric_limits<std::int64_t>::max() / 2;

std::int64_t plus(std::int64_t a, std::int64_t b) {
    return std::min(MaxWords, checkedAdd(a, b).value_or(MaxWords));
}

struct Words {
    std::int64_t read = 0, weights = 0, written = 0; // to and from memory
    std::int64_t largestInput = 0, outputs = 0;      // elements, wherever they lie
    bool known = true;                               // else these are the sums of what is known
    OperandWords operands;
    double total() const {
        return static_cast<double>(read) + static_cast<double>(weights) + static_cast<double>(written);
    }
};

// An operator that moves data reads no more of an input than it writes: a Gather, a few rows of its table.
Words wordsOf(const ops::NodeWork& work) {
    Words words;
    const auto elements = [&](const std::vector<ValueId>& ids, std::size_t i, const ir::TensorType& type) {
        if (!ids[i].valid()) return std::int64_t(0);
        const auto count = type.elements();
        words.known = words.known && count;
        return count.value_or(0);
    };
    for (std::size_t i = 0; i < work.outputs.size(); ++i) {
        const std::int64_t count = elements(work.node->outputs, i, work.outputs[i]);
        words.outputs = plus(words.outputs, count);
        words.operands.outputs.push_back(count);
        if (work.outputPlaces[i] != ops::Place::Group) words.written = plus(words.written, count);
    }
    const bool moves = work.op && work.op->category == ops::Category::DataMovement;
    for (std::size_t i = 0; i < work.inputs.size(); ++i) {
        std::int64_t count = elements(work.node->inputs, i, work.inputs[i]);
        if (moves) count = std::min(count, words.outputs);
        words.largestInput = std::max(words.largestInput, count);
        words.operands.inputs.push_back(count);
        if (work.inputPlaces[i] == ops::Place::Memory) words.read = plus(words.read, count);
        if (work.inputPlaces[i] == ops::Place::Constant) words.weights = plus(words.weights, count);
    }
    return words;
}

// Elements under a pooling window count once for each window.
std::int64_t elementsOf(const ops::NodeWork& work, const Words& words) {
    std::int64_t window = 1;
    if (work.op->category == ops::Category::Pooling)
        window = std::max<std::int64_t>(1, checkedProduct(work.node->ints("kernel_shape")).value_or(1));
    return std::max(words.largestInput, checkedMul(words.outputs, window).value_or(MaxWords));
}

Layer layerOf(const ops::MatrixProduct& product) {
    Layer layer = productLayer(product.m, product.n, product.k);
    if (!product.windows) return layer;
    const auto& [high, wide, channels] = *product.windows;
    layer.ifmapH = high.in;
    layer.ifmapW = wide.in;
    layer.filterH = high.filter;
    layer.filterW = wide.filter;
    layer.channels = channels;
    layer.strideH = high.stride;
    layer.strideW = wide.stride;
    layer.dilationH = high.dilation;
    layer.dilationW = wide.dilation;
    layer.padH = high.pad;
    layer.padW = wide.pad;
    layer.outH = high.out;
    layer.outW = wide.out;
    return layer;
}

class Collector {
public:
    explicit Collector(const ir::Graph& graph) : m_activations(graph) {}

    void add(const ops::NodeWork& work) {
        if (work.times == 0) return;
        if (ops::isView(*work.node)) return m_activations.addView(work);
        const Words words = wordsOf(work);
        const double moved = words.total() * static_cast<double>(work.times);
        m_words += moved;
        const auto modelled = work.problem            ? Result<bool>(*work.problem)
                              : work.products.empty() ? addVector(work, words)
                                                      : addProducts(work);
        if (!modelled || !*modelled) m_activations.addOther(work);
        if (!modelled) report(work, modelled.error().message);
        if (modelled && *modelled) return;
        if (!modelled && !work.problem && work.macs() > 0)
            ++m_workload.uncounted[ops::operatorName(*work.node)]; // beyond what an array is given
        Unmodelled& entry = m_unmodelled[ops::operatorName(*work.node)];
        ++entry.nodes;
        entry.share += moved;
    }

    void addUncounted(const ops::Uncounted& uncounted) {
        for (const auto& [op, nodes] : uncounted)
            m_workload.uncounted[op] += nodes;
    }

    void addOpenLoop(const ir::Node& node) {
        const std::string place = "node '" + node.label() + "'";
        m_workload.notes.push_back({Severity::Note, "open-loop",
                                    place + ": how often its loop runs is not known; one iteration is counted",
                                    node.id, ValueId(), place});
    }

    Workload take(const ir::Graph& graph) {
        m_workload.activations = m_activations.take(graph);
        for (auto& [op, entry] : m_unmodelled) {
            entry.op = op;
            entry.share = m_words > 0 ? entry.share / m_words : 0;
            m_workload.unmodelled.push_back(std::move(entry));
        }
        std::ranges::stable_sort(m_workload.unmodelled, std::ranges::greater(), &Unmodelled::share);
        return std::move(m_workload);
    }

private:
    void report(const ops::NodeWork& work, const std::string& message) {
        const std::string place = "node '" + work.node->label() + "'";
        m_workload.skipped.push_back(
            {Severity::Warning, "no-cost", place + ": " + message, work.top, ValueId(), place});
    }

    // Those that the node before could not have changed.
    static bool hasConstantWeights(const ops::NodeWork& work) {
        return work.products.size() == 1 &&
               std::ranges::any_of(work.inputPlaces,
                                   [](ops::Place each) { return each == ops::Place::Constant; }) &&
               std::ranges::count(work.inputPlaces, ops::Place::Memory) +
                       std::ranges::count(work.inputPlaces, ops::Place::Group) <=
                   1;
    }

    static void describe(Layer& layer, const ops::NodeWork& work) {
        layer.name = work.node->label();
        layer.op = work.node->op;
        layer.node = work.top;
    }

    Result<bool> addProducts(const ops::NodeWork& work) {
        std::vector<Layer> layers;
        for (const ops::MatrixProduct& product : work.products) {
            if (product.macs() == 0) continue;
            Layer layer = layerOf(product);
            describe(layer, work);
            if (work.products.size() > 1) layer.name += std::string(":") + product.part;
            layer.repeat = checkedMul(product.count, work.times).value_or(MaxWords);
            layer.images = std::max<std::int64_t>(1, product.sharing);
            layer.inputsOnChip = !work.inputPlaces.empty() && work.inputPlaces[0] == ops::Place::Group;
            layer.outputsOnChip = !work.outputPlaces.empty() && work.outputPlaces[0] == ops::Place::Group;
            const bool isFirst = m_workload.layers.empty() && layers.empty();
            layer.weightsComeBefore = !isFirst && work.times == 1 && hasConstantWeights(work);
            RETURN_IF_ERROR(check(layer));
            layers.push_back(std::move(layer));
        }
        if (layers.empty()) return badInput("it computes nothing: an extent is 0");
        if (work.products.size() == 1 && work.times == 1)
            m_activations.addProduct(work, layers.front(), m_workload.layers.size());
        else
            m_activations.addOther(work);
        std::ranges::move(layers, std::back_inserter(m_workload.layers));
        m_array = m_workload.layers.back().outputsOnChip ? m_workload.layers.size() - 1 : NoLayer;
        return true;
    }

    // False: it is nothing that the vector unit does, or a shape is not known.
    Result<bool> addVector(const ops::NodeWork& work, const Words& words) {
        using enum ops::Category;
        if (!work.op || !words.known || work.op->category == Compute || work.op->category == ControlFlow)
            return false;
        Layer layer;
        describe(layer, work);
        layer.unit = Unit::Vector;
        layer.repeat = work.times;
        layer.elements = elementsOf(work, words);
        layer.readWords = words.read;
        layer.weightWords = words.weights;
        layer.writtenWords = words.written;
        layer.inputsOnChip = std::ranges::find(work.inputPlaces, ops::Place::Group) != work.inputPlaces.end();
        if (layer.elements == 0) return true;
        RETURN_IF_ERROR(check(layer));
        if (!layer.inputsOnChip) m_array = NoLayer;
        if (m_array != NoLayer) {
            Layer& array = m_workload.layers[m_array];
            const auto all = [&](std::int64_t count) {
                return checkedMul(count, work.times).value_or(MaxWords);
            };
            array.besideRead = plus(array.besideRead, all(plus(words.read, words.weights)));
            array.besideWritten = plus(array.besideWritten, all(words.written));
        }
        const auto beside = m_array == NoLayer ? std::nullopt : std::optional(m_array);
        if (work.times == 1)
            m_activations.addVector(work, words.operands, m_workload.layers.size(), beside);
        else
            m_activations.addOther(work);
        m_workload.layers.push_back(std::move(layer));
        return true;
    }

    static constexpr std::size_t NoLayer = static_cast<std::size_t>(-1);
    Workload m_workload{.mode = Mode::Physical};
    ActivationUses m_activations;
    std::size_t m_array = NoLayer; // the layer that what comes next on the vector unit works beside
    std::map<std::string, Unmodelled> m_unmodelled; // by operator; share in words
    double m_words = 0;                             // of all nodes
};

} // namespace

std::string_view modeName(Mode mode) { return mode == Mode::ScaleSim ? "scalesim" : "physical"; }

Layer productLayer(std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer;
    layer.m = layer.outH = layer.ifmapH = m;
    layer.n = layer.filters = n;
    layer.k = layer.filterW = layer.ifmapW = k;
    return layer;
}

Workload workloadOf(const ir::Graph& graph) {
    const ops::Work work = ops::workOf(graph);
    Collector collector(graph);
    for (const ops::NodeWork& node : work.nodes)
        collector.add(node);
    for (const NodeId loop : work.openLoops)
        collector.addOpenLoop(graph.node(loop));
    collector.addUncounted(work.uncounted);
    return collector.take(graph);
}

} // namespace edgewright::cost
