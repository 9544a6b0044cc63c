// SPDX-License-Identifier: GPL-3.0-or-later
// The activations of a workload, found while its layers are made from the work of a graph.
#pragma once

#include "core/cost/workload.h"
#include "core/ops/work.h"

#include <unordered_map>
#include <unordered_set>

namespace edgewright::cost {

// Words that each input and each output of a node passes, by position; 0 for what is not in memory.
struct OperandWords {
    std::vector<std::int64_t> inputs, outputs;
};

class ActivationUses {
public:
    // Control flow reads and writes what is no activation then: how often, only the run knows.
    explicit ActivationUses(const ir::Graph& graph);

    void addView(const ops::NodeWork& view);
    // A node that is one layer on the array, whose left operand is its input 0.
    void addProduct(const ops::NodeWork& work, const Layer& layer, std::size_t place);
    // A layer on the vector unit, which may work beside one on the array.
    void addVector(const ops::NodeWork& work, const OperandWords& words, std::size_t place,
                   std::optional<std::size_t> beside);
    // A node that is no layer or several: what it reads and writes passes DRAM.
    void addOther(const ops::NodeWork& work);

    std::vector<Activation> take(const ir::Graph& graph);

private:
    ValueId rootOf(ValueId value) const;
    void use(ValueId value, const ir::TensorType& type, const Activation::Use& use);
    void pass(ValueId value) { // DRAM
        if (value.valid()) m_passing.insert(rootOf(value));
    }

    std::unordered_map<ValueId, ValueId> m_views; // what a view shows
    std::unordered_map<ValueId, Activation> m_found;
    std::unordered_set<ValueId> m_passing;
};

} // namespace edgewright::cost
