// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks that a model was built of, as a tree: from the hierarchy that the file tells of its nodes
// (ir::Hierarchy), else from their names where these are paths ("/features/features.5/attn/MatMul"), else from
// the names of the weights they read ("backbone.stage2.0.conv1.weight"), else from structure alone: what
// repeats, regions that one tensor enters and one leaves.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace edgewright::modules {

enum class Source { Hierarchy, Names, Weights, Structure };

using ModuleId = Id<struct ModuleTag>;
inline constexpr ModuleId Root{0};

// Either a module or a node that lies in no module below this one.
struct Item {
    ModuleId module;
    NodeId node;
};

struct Module {
    std::string name; // within its parent: "attn", "0", "layers.0 … layers.11", "Conv, Sigmoid, Mul"
    std::string type; // its class in the program that wrote the model, "LlamaAttention"; mostly empty
    ModuleId parent;  // invalid: the root
    int depth = 0;    // 0: the root
    std::vector<Item> items;
    std::size_t begin = 0, end = 0; // its nodes in Modules::order
    std::size_t operators = 0;      // of them those that do not merely compute constants from constants
    std::size_t repeats = 1;        // > 1: its items are that many equal modules, one after the other
    bool list = false;              // stands for nothing but those: "0 … 11"
    std::size_t alike = 1;          // as many modules in the graph are built like this one, itself included
    bool named = true;              // by the file; else the name only lists operators
    std::uint32_t kind = 0;         // equal for those: same operators, wiring, types and shapes of weights
};

struct Modules {
    Source source = Source::Structure;
    std::vector<Module> all; // by id; parents before children, siblings in execution order
    // Every node once, producers first (but on cycles); each module is a range of it. So no set of folded
    // modules makes a cycle in the drawing: one that data leave and enter again is split, "attn", "attn (2)".
    std::vector<NodeId> order;
    std::vector<ModuleId> of; // by node: the innermost module; invalid for ids that are no node
    // With Source::Hierarchy, by node: the names that the file has below that, too small for a module:
    // "q_proj".
    std::map<NodeId, std::string> below;

    const Module& operator[](ModuleId id) const { return all[id.index()]; }
    ModuleId moduleOf(NodeId node) const { return node.index() < of.size() ? of[node.index()] : ModuleId(); }
    std::span<const NodeId> nodes(ModuleId id) const {
        return std::span(order).subspan((*this)[id].begin, (*this)[id].end - (*this)[id].begin);
    }
    bool contains(ModuleId outer, ModuleId inner) const; // itself, too
    // From the outermost to `id`, without the root.
    std::vector<ModuleId> path(ModuleId id) const;
    std::string pathText(ModuleId id) const; // "features/5/attn"; of Source::Hierarchy "features.5.attn"
    // As the file names where the node stands, "layers.3.self_attn.q_proj": without groups by structure.
    std::string pathText(NodeId node) const;
    ModuleId commonOf(ModuleId a, ModuleId b) const;
};

// Time: proportional to the graph and the depth of its names (of which at most 24 levels count). An error only
// when stopped.
Result<Modules> modulesOf(const ir::Graph& graph, const RunContext& run = {});

// The root alone: for what is to be shown without any.
Modules undivided(const ir::Graph& graph);

// By node of `graph`, which fusion made of `base`: its module in `base`; of a node that stands for several that
// of the one with the most to multiply, else of the first. So both graphs fold alike.
std::vector<ModuleId> modulesIn(const ir::Graph& graph, const Modules& modules, const ir::Graph& base);

// The modules to open (the root left out) so that between `least` and `most` boxes show, where that can be
// had: level by level, equal ones together; what repeats and what has no name only as far as `least` asks for
// it.
std::set<ModuleId> opened(const Modules& modules, std::size_t least, std::size_t most);

} // namespace edgewright::modules
