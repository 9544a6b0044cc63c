// SPDX-License-Identifier: GPL-3.0-or-later
// Words that the nodes of a graph read and write, and the share of them that nodes without a cost have.
#pragma once

#include "core/cost/activations.h"
#include "core/cost/workload.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/work.h"

#include <limits>
#include <map>

namespace edgewright::cost {

inline constexpr std::int64_t MaxWords = std::numeric_limits<std::int64_t>::max() / 2;

// The sum, at most MaxWords.
std::int64_t plusWords(std::int64_t a, std::int64_t b);

struct Words {
    std::int64_t read = 0, weights = 0, written = 0; // to and from memory
    std::int64_t largestInput = 0, outputs = 0;      // elements, wherever they lie
    bool known = true;                               // else these are the sums of what is known
    OperandWords operands;
    double total() const {
        return static_cast<double>(read) + static_cast<double>(weights) + static_cast<double>(written);
    }
};

// The words of one execution. An operator that moves data reads no more of an input than it writes: a Gather, a
// few rows of its table.
Words wordsOf(const ops::NodeWork& work);

// The nodes that have no cost, by operator.
class UnmodelledNodes {
public:
    explicit UnmodelledNodes(const ir::Graph& graph); // with inferred types

    // Every node of the workload passes here once.
    void add(const ops::NodeWork& work, const Words& words, bool isModelled);
    std::vector<Unmodelled> take(); // the largest share first, those that are not known last

private:
    struct Entry {
        std::int64_t nodes = 0;
        double known = 0;               // words
        std::optional<double> most = 0; // nothing: no bound is known
    };
    std::optional<double> mostWords(const ops::NodeWork& work) const;

    ir::SymbolValues m_bounds; // of extents that the data decide
    std::map<std::string, Entry> m_entries;
    double m_known = 0; // words of all nodes
    bool m_isWhole = true;
};

} // namespace edgewright::cost
