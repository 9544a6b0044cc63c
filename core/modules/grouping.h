// SPDX-License-Identifier: GPL-3.0-or-later
// Groups by structure, within one level of the tree. Two algorithms:
//
//   maximal repeats (repeats.h), about n log n: equal elements in a row become one module of equal modules
//       Conv Relu Conv Relu Conv Relu Pool   ->   [[Conv Relu] [Conv Relu] [Conv Relu]] Pool
//   cheapest cuts (regions.h), O(32 n): where a level has too many elements, it is cut where the fewest tensors
//       cross; what stays too long is cut into about 24 chunks, at the cheapest place near each even division
#pragma once

#include "core/modules/drafts.h"

#include <cstdint>
#include <vector>

namespace edgewright::modules {

class Grouping {
public:
    // `hasNames`: names divided the nodes already, so that levels may have more elements.
    Grouping(Drafts& drafts, bool hasNames) : m_drafts(drafts), m_hasNames(hasNames) {}

    // `repeats`: set where the elements are equal modules one after the other and nothing else, to their
    // number.
    DraftItems grouped(Sequence sequence, std::size_t& repeats);

private:
    Sequence withRegions(Sequence sequence);
    Sequence withRepeats(Sequence sequence, bool many, std::size_t& repeats);
    Sequence withChunks(Sequence sequence);
    // One module of several elements; a single element stays as it is. Without a name it lists its operators.
    SequenceElement moduleOf(Sequence& sequence, Range range, const std::string& name = {});
    // The module whose items are the elements, all equal.
    SequenceElement repeatedModule(const Sequence& elements);
    // By element: the tensors from it, or from one before it, to one behind it.
    std::vector<std::uint32_t> tensorsAcross(const Sequence& sequence) const;
    // By element, of a cut behind it: tensors across, and of equal ones rather before a matrix product.
    std::vector<std::uint32_t> cutCosts(const Sequence& sequence) const;

    Drafts& m_drafts;
    bool m_hasNames;
};

} // namespace edgewright::modules
