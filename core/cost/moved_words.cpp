// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/moved_words.h"

#include "core/base/checked.h"
#include "core/ops/extent_bounds.h"

#include <algorithm>
#include <utility>

namespace edgewright::cost {

namespace {

bool movesData(const ops::NodeWork& work) {
    return work.op && work.op->category == ops::Category::DataMovement;
}

} // namespace

std::int64_t plusWords(std::int64_t a, std::int64_t b) {
    return std::min(MaxWords, checkedAdd(a, b).value_or(MaxWords));
}

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
        words.outputs = plusWords(words.outputs, count);
        words.operands.outputs.push_back(count);
        if (work.outputPlaces[i] != ops::Place::Group) words.written = plusWords(words.written, count);
    }
    const bool moves = movesData(work);
    for (std::size_t i = 0; i < work.inputs.size(); ++i) {
        std::int64_t count = elements(work.node->inputs, i, work.inputs[i]);
        if (moves) count = std::min(count, words.outputs);
        words.largestInput = std::max(words.largestInput, count);
        words.operands.inputs.push_back(count);
        if (work.inputPlaces[i] == ops::Place::Memory) words.read = plusWords(words.read, count);
        if (work.inputPlaces[i] == ops::Place::Constant) words.weights = plusWords(words.weights, count);
    }
    return words;
}

UnmodelledNodes::UnmodelledNodes(const ir::Graph& graph) : m_bounds(ops::extentBounds(graph)) {}

// Names of extents inside of a node may mean others than those of the graph: nothing is taken from them.
std::optional<double> UnmodelledNodes::mostWords(const ops::NodeWork& work) const {
    ops::NodeWork largest = work;
    for (std::size_t i = 0; i < work.outputs.size(); ++i) {
        if (!work.node->outputs[i].valid() || work.outputs[i].elements()) continue;
        auto type = work.outputValues[i].valid() ? ops::largestType(work.outputs[i], m_bounds) : std::nullopt;
        if (!type) return std::nullopt;
        largest.outputs[i] = *std::move(type);
    }
    for (std::size_t i = 0; i < work.inputs.size(); ++i) {
        if (!work.node->inputs[i].valid() || work.inputs[i].elements()) continue;
        auto type = work.inputValues[i].valid() ? ops::largestType(work.inputs[i], m_bounds) : std::nullopt;
        // No more than is written, whatever there is.
        if (!type && movesData(work)) type.emplace(work.inputs[i].dtype, ir::Dims{MaxWords});
        if (!type) return std::nullopt;
        largest.inputs[i] = *std::move(type);
    }
    const Words words = wordsOf(largest);
    return words.known ? std::optional(words.total()) : std::nullopt;
}

void UnmodelledNodes::add(const ops::NodeWork& work, const Words& words, bool isModelled) {
    const auto times = static_cast<double>(work.times);
    m_known += words.total() * times;
    m_isWhole = m_isWhole && words.known;
    if (isModelled) return;
    Entry& entry = m_entries[ops::operatorName(*work.node)];
    ++entry.nodes;
    entry.known += words.total() * times;
    const auto most = words.known ? std::optional(words.total()) : mostWords(work);
    if (most && entry.most)
        *entry.most += *most * times;
    else
        entry.most.reset();
}

std::vector<Unmodelled> UnmodelledNodes::take() {
    std::vector<Unmodelled> taken;
    for (const auto& [op, entry] : std::exchange(m_entries, {})) {
        Unmodelled made{.op = op, .nodes = entry.nodes};
        // The most of it beside the least of all others.
        if (entry.most) {
            const double all = m_known - entry.known + *entry.most;
            made.share = all > 0 ? *entry.most / all : 0;
        }
        if (!m_isWhole && made.share >= 1.0) made.share.reset(); // all of it at most says nothing
        made.isAtMost = made.share && !m_isWhole;
        taken.push_back(std::move(made));
    }
    std::ranges::stable_sort(taken, std::ranges::greater(), &Unmodelled::share);
    return taken;
}

} // namespace edgewright::cost
