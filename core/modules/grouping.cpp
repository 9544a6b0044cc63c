// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/grouping.h"

#include "core/modules/repeats.h"
#include "core/ops/work.h"

#include <utility>

namespace edgewright::modules {

namespace {

constexpr std::size_t MaxItems = 48;                              // of a level; more are grouped by structure
constexpr std::size_t MaxPlainItems = 8;                          // the same where names say nothing
constexpr std::size_t MinRegion = 4, MaxRegion = 40, Chunks = 24; // elements

void moveRange(Sequence& from, Range range, Sequence& to) {
    for (std::size_t i = range.begin; i < range.end; ++i)
        to.push_back(std::move(from[i]));
}

} // namespace

DraftItems Grouping::grouped(Sequence sequence, std::size_t& repeats) {
    const bool many = sequence.size() > (m_hasNames ? MaxItems : MaxPlainItems);
    if (many) sequence = withRegions(std::move(sequence));
    sequence = withRepeats(std::move(sequence), many, repeats);
    if (sequence.size() > MaxItems && repeats == 1) sequence = withChunks(std::move(sequence));
    DraftItems items;
    for (const SequenceElement& each : sequence)
        items.insert(items.end(), each.items.begin(), each.items.end());
    return items;
}

Sequence Grouping::withRegions(Sequence sequence) {
    Sequence grouped;
    std::size_t at = 0;
    for (const Range& region : regions(tensorsAcross(sequence), MinRegion, MaxRegion)) {
        moveRange(sequence, {at, region.begin}, grouped);
        grouped.push_back(moduleOf(sequence, region));
        at = region.end;
    }
    moveRange(sequence, {at, sequence.size()}, grouped);
    return grouped;
}

Sequence Grouping::withRepeats(Sequence sequence, bool many, std::size_t& repeats) {
    std::vector<std::uint64_t> signatures;
    std::vector<bool> isModule;
    for (const SequenceElement& each : sequence) {
        signatures.push_back(each.signature);
        isModule.push_back(each.isModule);
    }
    Sequence grouped;
    std::size_t at = 0;
    for (const Repeat& repeat : repeatsIn(signatures, isModule, cutCosts(sequence))) {
        if (repeat.period > 1 && !many) continue;
        moveRange(sequence, {at, repeat.begin}, grouped);
        Sequence elements;
        for (std::size_t time = 0; time < repeat.times; ++time) {
            const std::size_t begin = repeat.begin + time * repeat.period;
            elements.push_back(moduleOf(sequence, {begin, begin + repeat.period}, std::to_string(time + 1)));
        }
        at = repeat.end();
        if (repeat.begin == 0 && at == sequence.size()) { // the parent says so itself
            repeats = repeat.times;
            return elements;
        }
        grouped.push_back(repeatedModule(elements));
    }
    moveRange(sequence, {at, sequence.size()}, grouped);
    return grouped;
}

Sequence Grouping::withChunks(Sequence sequence) {
    Sequence grouped;
    for (const Range& chunk : chunks(cutCosts(sequence), Chunks))
        grouped.push_back(moduleOf(sequence, chunk));
    return grouped;
}

SequenceElement Grouping::moduleOf(Sequence& sequence, Range range, const std::string& name) {
    if (range.size() == 1) return std::move(sequence[range.begin]);
    Draft draft;
    draft.byStructure = true;
    draft.range = {sequence[range.begin].range().begin, sequence[range.end - 1].range().end};
    for (std::size_t i = range.begin; i < range.end; ++i)
        draft.items.insert(draft.items.end(), sequence[i].items.begin(), sequence[i].items.end());
    draft.name = name.empty() ? m_drafts.order().operatorsText(draft.range) : name;
    return m_drafts.element({m_drafts.addModule(std::move(draft))});
}

SequenceElement Grouping::repeatedModule(const Sequence& elements) {
    const Draft& first = m_drafts.of(elements.front());
    Draft draft;
    draft.byStructure = first.byStructure;
    draft.name = first.byStructure ? m_drafts.order().operatorsText(first.range)
                                   : first.name + " … " + m_drafts.of(elements.back()).name;
    draft.range = {elements.front().range().begin, elements.back().range().end};
    draft.repeats = elements.size();
    draft.list = true;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (draft.byStructure) m_drafts.of(elements[i]).name = std::to_string(i + 1);
        draft.items.insert(draft.items.end(), elements[i].items.begin(), elements[i].items.end());
    }
    return m_drafts.element({m_drafts.addModule(std::move(draft))});
}

std::vector<std::uint32_t> Grouping::tensorsAcross(const Sequence& sequence) const {
    if (sequence.empty()) return {};
    const Range all{sequence.front().range().begin, sequence.back().range().end};
    std::vector<std::uint32_t> elementAt(all.size()); // by position from all.begin
    for (std::uint32_t i = 0; i < sequence.size(); ++i)
        for (std::size_t at = sequence[i].range().begin; at < sequence[i].range().end; ++at)
            elementAt[at - all.begin] = i;
    std::vector<std::uint32_t> starts(sequence.size(), 0), ends(sequence.size(), 0);
    for (std::size_t at = all.begin; at < all.end; ++at) {
        const std::uint32_t own = elementAt[at - all.begin];
        const std::uint32_t last = elementAt[m_drafts.order().lastReader(at, all) - all.begin];
        if (last == own) continue;
        ++starts[own];
        ++ends[last];
    }
    std::vector<std::uint32_t> across;
    std::uint32_t live = 0;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        live += starts[i] - ends[i];
        across.push_back(live);
    }
    return across;
}

std::vector<std::uint32_t> Grouping::cutCosts(const Sequence& sequence) const {
    std::vector<std::uint32_t> costs = tensorsAcross(sequence);
    for (std::size_t i = 0; i + 1 < sequence.size(); ++i) {
        const ir::Node& next = m_drafts.order().node(sequence[i + 1].items.back().range.begin);
        costs[i] = 2 * costs[i] + (ops::categoryOf(next) == ops::Category::Compute ? 0 : 1);
    }
    return costs;
}

} // namespace edgewright::modules
