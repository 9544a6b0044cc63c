// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/activations.h"
#include "core/cost/check.h"
#include "core/cost/moved_words.h"
#include "core/ir/known_beforehand.h"
#include "core/ops/work.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace edgewright::cost {

namespace {

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
    explicit Collector(const ir::Graph& graph) : m_activations(graph), m_unmodelled(graph) {
        m_used.insert(graph.outputs.begin(), graph.outputs.end());
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            m_used.insert(node.inputs.begin(), node.inputs.end());
            for (const ValueId captured : ir::capturedValues(node))
                m_used.insert(captured);
        }
    }

    void add(const ops::NodeWork& work) {
        if (work.times == 0) return;
        if (ops::isView(*work.node)) return m_activations.addView(work);
        const Words words = wordsOf(work);
        const auto modelled = work.problem            ? Result<bool>(*work.problem)
                              : work.products.empty() ? addVector(work, words)
                                                      : addProducts(work, words);
        if (!modelled || !*modelled) m_activations.addOther(work);
        if (!modelled) report(work, modelled.error().message);
        if (!modelled && !work.problem && work.macs() > 0)
            ++m_workload.uncounted[ops::operatorName(*work.node)]; // beyond what an array is given
        m_unmodelled.add(work, words, modelled && *modelled);
    }

    void addUncounted(const ops::Uncounted& uncounted) {
        for (const auto& [op, nodes] : uncounted)
            m_workload.uncounted[op] += nodes;
    }

    void addOpenLoop(const ir::Node& node) {
        const std::string place = say("node '{1}'", node.label());
        m_workload.notes.push_back(
            {Severity::Note, "open-loop",
             say("{1}: how often its loop runs is not known; one iteration is counted", place), node.id,
             ValueId(), place});
    }

    Workload take(const ir::Graph& graph) {
        for (Layer& layer : m_workload.layers)
            if (layer.steps > 1 && layer.stepWords == 0) layer.stepWords = m_loopWords[layer.node];
        m_workload.activations = m_activations.take(graph);
        m_workload.unmodelled = m_unmodelled.take();
        return std::move(m_workload);
    }

private:
    void report(const ops::NodeWork& work, const std::string& message) {
        const std::string place = say("node '{1}'", work.node->label());
        m_workload.skipped.push_back(
            {Severity::Warning, "no-cost", say("{1}: {2}", place, message), work.top, ValueId(), place});
    }

    // All of the first outputs that it has go to another member of its group, and none of them to memory.
    static bool isHandedOn(const ops::NodeWork& work, std::size_t first) {
        bool any = false;
        for (std::size_t i = 0; i < std::min(first, work.outputs.size()); ++i) {
            if (!work.node->outputs[i].valid()) continue;
            if (work.outputPlaces[i] != ops::Place::Group) return false;
            any = true;
        }
        return any;
    }

    // All operands but the left one: the node before could not have changed them.
    static bool hasConstantWeights(const ops::NodeWork& work) {
        if (work.products.size() != 1 || work.inputs.size() < 2) return false;
        for (std::size_t i = 1; i < work.inputs.size(); ++i)
            if (work.node->inputs[i].valid() && work.inputPlaces[i] != ops::Place::Constant) return false;
        return true;
    }

    static void describe(Layer& layer, const ops::NodeWork& work) {
        layer.name = work.node->label();
        layer.op = work.node->op;
        layer.node = work.top;
    }

    static Layer partOnVectorUnit(const ops::NodeWork& work, const char* part) {
        Layer layer;
        describe(layer, work);
        layer.name += std::string(":") + part;
        layer.unit = Unit::Vector;
        layer.repeat = work.times;
        return layer;
    }

    // As in a fused group: the vector unit works on what the array makes of queries and keys, which stays on
    // chip up to the product with the values.
    static void addSoftmax(std::vector<Layer>& layers, const ops::NodeWork& work,
                           const ops::MatrixProduct& scores) {
        Layer softmax = partOnVectorUnit(work, "softmax");
        softmax.op = "Softmax";
        softmax.elements =
            checkedMul(checkedMul(scores.m, scores.n).value_or(MaxWords), scores.count).value_or(MaxWords);
        softmax.inputsOnChip = softmax.outputsOnChip = true;
        layers.push_back(std::move(softmax));
    }

    // Keys and values with those of the past before them, as outputs: each element is read where it was and
    // written where it is then. The products read it from there. What nobody reads is not made.
    void addCacheCopy(std::vector<Layer>& layers, const ops::NodeWork& work, const Words& words) const {
        Layer copy = partOnVectorUnit(work, "cache");
        copy.op += ":cache";
        for (std::size_t i = 1; i < work.outputs.size(); ++i) {
            const ValueId value = work.outputValues[i];
            if (work.outputPlaces[i] == ops::Place::Memory && (!value.valid() || m_used.contains(value)))
                copy.writtenWords = plusWords(copy.writtenWords, words.operands.outputs[i]);
        }
        copy.elements = copy.writtenWords;
        copy.readWords = std::min(copy.writtenWords, words.read);
        if (copy.elements > 0) layers.push_back(std::move(copy));
    }

    // The steps of a recurrence have the products of its node that have steps; those of a loop all that it
    // holds.
    void countStepWords(const ops::NodeWork& work, std::vector<Layer>& layers) {
        const bool isLoop = work.times > 1;
        std::int64_t words = 0;
        for (const Layer& layer : layers) {
            if (layer.unit == Unit::Vector || (!isLoop && layer.steps == 1)) continue;
            const bool isChanging = isLoop && !hasConstantWeights(work);
            words = plusWords(words, layer.rightWords() / (isChanging ? work.times : 1));
        }
        if (isLoop) {
            std::int64_t& all = m_loopWords[work.top];
            all = plusWords(all, words);
            return;
        }
        for (Layer& layer : layers)
            if (layer.steps > 1) layer.stepWords = words;
    }

    Result<bool> addProducts(const ops::NodeWork& work, const Words& words) {
        std::vector<Layer> layers;
        const auto isPart = [&](const ops::MatrixProduct& product, std::string_view part) {
            return product.part == part && product.macs() > 0;
        };
        const auto has = [&](std::string_view part) {
            return std::ranges::any_of(work.products, [&](const auto& each) { return isPart(each, part); });
        };
        const bool isAttention = has("scores") && has("values");
        if (isAttention) {
            addCacheCopy(layers, work, words);
            if (!layers.empty()) RETURN_IF_ERROR(check(layers.back()));
        }
        for (const ops::MatrixProduct& product : work.products) {
            if (product.macs() == 0) continue;
            Layer layer = layerOf(product);
            describe(layer, work);
            if (work.products.size() > 1) layer.name += std::string(":") + product.part;
            layer.repeat = checkedMul(product.count, work.times).value_or(MaxWords);
            layer.images = std::max<std::int64_t>(1, product.sharing);
            layer.steps = std::max<std::int64_t>(1, product.steps);
            if (hasConstantWeights(work)) layer.steps = checkedMul(layer.steps, work.times).value_or(1);
            layer.inputsOnChip = !work.inputPlaces.empty() && work.inputPlaces[0] == ops::Place::Group;
            layer.outputsOnChip = isHandedOn(work, isAttention ? 1 : work.outputs.size());
            const bool isScores = isAttention && isPart(product, "scores");
            if (isScores) layer.outputsOnChip = true;
            if (isAttention && isPart(product, "values")) layer.inputsOnChip = true;
            const bool isFirst = m_workload.layers.empty() && layers.empty();
            layer.weightsComeBefore = !isFirst && work.times == 1 && hasConstantWeights(work);
            RETURN_IF_ERROR(check(layer));
            layers.push_back(std::move(layer));
            if (!isScores) continue;
            addSoftmax(layers, work, product);
            RETURN_IF_ERROR(check(layers.back()));
        }
        if (layers.empty()) return badInput(say("it computes nothing: an extent is 0"));
        countStepWords(work, layers);
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
            array.besideRead = plusWords(array.besideRead, all(plusWords(words.read, words.weights)));
            array.besideWritten = plusWords(array.besideWritten, all(words.written));
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
    UnmodelledNodes m_unmodelled;
    std::unordered_map<NodeId, std::int64_t> m_loopWords; // right operands of all products in a loop
    std::unordered_set<ValueId> m_used;                   // values of the graph that are read, or outputs of it
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
