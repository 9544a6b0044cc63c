// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a model that runs here: without the operators that cannot run, and without all that follows from
// them.
#pragma once

#include "core/pipeline/study.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct ComputablePart {
    struct Obstacle {
        NodeId node;
        std::string reason; // "operator 'Foo' of domain 'com.example' is not known"
    };

    // With the inputs, the ids and the open dimensions of the model. Its outputs are those of the model that
    // are left, then what the nodes that are not in it read. The model itself where all of it runs.
    std::shared_ptr<const Typed> typed;
    std::vector<Obstacle> obstacles; // nodes that cannot run
    std::vector<NodeId> behind;      // that follow from them, in the order of the graph
    std::vector<ValueId> outputs;    // of the model, that are not in the part

    bool isWhole() const { return obstacles.empty(); }
    // "'foo' cannot run here: operator ... is not known; left out with it: 'conv2', 'relu2' and 3 more; outputs
    // that are not computed: 'y'". Empty where the part is the whole.
    std::string text(const Typed& whole) const;
};

// "'foo' cannot run here: operator ... is not known; nor can 2 more": the nodes of a graph that cannot. Empty
// where all can.
std::string obstaclesText(const ir::Graph& graph);

// Unsupported, naming the first node that cannot run, where nothing is left that computes.
Result<ComputablePart> computablePart(std::shared_ptr<const Typed> whole, const RunContext& run = {});

// A graph that was made of the part's, with the nodes that the part lacks, the outputs of the model, and the
// constants that these read. Unsupported where the operator set of the standard was raised, by which such nodes
// would mean something else.
Result<ir::Graph> withRest(const Typed& whole, const ComputablePart& part, ir::Graph changed,
                           const ir::Opsets& opsets);

} // namespace edgewright::pipeline
