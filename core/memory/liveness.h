// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph in execution order to the packing problem of its activations.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"
#include "core/memory/packing/problem.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::memory {

// The place that the caller wants for the graph's inputs or outputs.
enum class Placement {
    Outside,     // in memory of the caller's own: not planned
    WhileNeeded, // an input until it was last read, an output from the step that writes it to the end
    WholeRun,    // at its place from the first step to the last
};

struct BodyPlan; // body_plan.h

struct LivenessOptions {
    std::int64_t alignment = 64; // bytes
    // Views (Reshape, Flatten, Squeeze, Unsqueeze, Identity, Dropout) share their input's buffer; an
    // element-wise operator overwrites an input that dies there, where sizes agree.
    bool inPlace = true;
    // With inPlace also: what a Slice or Split takes stays where it is, and what a Concat joins is written
    // where it belongs, where it is one stretch of bytes and the most live bytes do not grow.
    bool parts = true;
    Placement inputs = Placement::WhileNeeded, outputs = Placement::WhileNeeded;
    bool weights = false;                      // plan them too, for the whole run
    std::unordered_set<ValueId> unshared = {}; // these get a buffer of their own, whatever they could share
    std::unordered_set<ValueId> outside = {};  // these lie in memory of the caller's own: not planned
    std::unordered_map<NodeId, std::int64_t> scratch = {}; // bytes that an operator needs while it runs
    // Plans of what runs inside of nodes, where they are made already (planBodies).
    std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>> bodies = {};
    friend bool operator==(const LivenessOptions&, const LivenessOptions&) = default;
};

enum class SharingKind {
    View,      // the same bytes under another name or shape
    Overwrite, // an operator writes its output over an input that nobody needs any more
    Part,      // some of the bytes: of what is sliced or split, or of what a Concat makes
};

// One decision to share storage, with its reason, so that it can be listed.
struct Sharing {
    ValueId value;  // lives in the buffer of ...
    ValueId source; // ... this one
    NodeId node;
    std::string reason;
    SharingKind kind = SharingKind::View;
};

// The part of its buffer that a value takes, where that is not all of it.
struct Part {
    std::int64_t offset = 0; // bytes from the start of the buffer
    std::int64_t size = 0;   // bytes
};

// A tensor without a known size, or a node inside of which nothing is planned.
struct Unplanned {
    std::string name;
    std::string reason; // in English: "has type float32[?]: its size is not known, so it is not planned"
};

// A tensor whose extents the data decide, planned with the most that they can be.
struct Bounded {
    ValueId value; // invalid: inside of a node
    std::string name;
    ir::TensorType largest;
};

struct Liveness {
    Problem problem;
    std::vector<NodeId> steps; // step -> node, execution order; what is known beforehand does not run
    std::vector<std::vector<ValueId>> values; // by BufferId; the first one gives the buffer its name;
                                              // none for scratch and bodies
    std::unordered_map<ValueId, Part> parts;  // values that are less than their buffer
    std::vector<NodeId> producer;             // by BufferId; invalid for graph inputs, weights
    std::vector<Sharing> sharings;
    // By node that runs graphs of its own: the plans within the one buffer that it has for them.
    std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>> bodies;
    Diagnostics skipped;              // values without a full shape: not planned
    std::vector<Unplanned> unplanned; // the same, as a list of what is missing

    std::vector<Bounded> bounded;

    // False: a plan is one of a part, its peak a lower bound for the whole.
    bool isWhole() const { return unplanned.empty(); }
    // Tensors with a place, those inside of nodes included.
    std::size_t plannedTensors() const;
    // "2 of 6 tensors"; empty: all of them are planned.
    std::string partText() const;

    // The part of `buffer` that a value of it takes; all of it by default.
    Part placeIn(BufferId buffer, ValueId value) const {
        const auto part = parts.find(value);
        return part == parts.end() ? Part{0, problem.buffers[buffer.index()].size} : part->second;
    }
};

// Activations, graph inputs and outputs, scratch, what runs inside of nodes, and weights if wanted. Graph
// inputs live from step 0, graph outputs until the end. Values whose elements are known beforehand (folded)
// take no space.
Liveness liveness(const ir::Graph& graph, const LivenessOptions& options = {});

// Bytes with nothing beneath anything else, each where its alignment allows: of all tensors, none in the
// storage of another, and of the buffers that they share in place. Scratch and what runs inside of nodes count
// in both.
struct SideBySide {
    std::int64_t tensors = 0, buffers = 0;
};
SideBySide sideBySide(const Liveness& liveness);

// The plan as the executor takes it.
ir::ArenaPlan arenaPlan(const Liveness& liveness, const Solution& solution);

} // namespace edgewright::memory
