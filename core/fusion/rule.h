// SPDX-License-Identifier: GPL-3.0-or-later
// A fusion rule: a pure function from a graph and a node to a patch, or to a refusal that says why not.
//
// To add a rule: write core/fusion/rules/<family>/<name>.cpp, all of it in namespace
// edgewright::fusion::<name>, with `extern const Rule entry{...};`, and add <family>/<name> to
// ENTRIES in core/fusion/CMakeLists.txt; the place in that list is the order of application.
#pragma once

#include "core/base/result.h"
#include "core/base/translatable.h"
#include "core/ir/graph.h"
#include "core/ir/patch.h"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

namespace edgewright::fusion {

// A rule's view: the graph (types inferred), who reads and writes what, and the opsets.
struct GraphView {
    const ir::Graph& graph;
    const ir::Connections& connections;
    const ir::Opsets& opsets;
    // Nodes that go with patches found before on the same state: with one of them a patch comes too late, and
    // groupPatch need not be exact. Null: none.
    const std::unordered_set<NodeId>* taken = nullptr;

    std::int64_t opset() const { return ir::opsetOf(opsets); }
    // The node that alone reads `value`, when `value` is no graph output; else null.
    const ir::Node* onlyConsumer(ValueId value) const;
    const ir::Node* producer(ValueId value) const;
    const ir::Tensor* known(ValueId value) const; // constant or folded elements
};

struct NoMatch {};

struct Applied {
    ir::Patch patch;
    std::vector<NodeId> nodes; // the nodes that were fused, main node first
    std::string reason;        // "Relu_4 runs in the epilogue of Conv_3"
};

// The pattern was there, but something stands in the way: a result, kept and shown.
struct Refused {
    std::vector<NodeId> nodes;    // the nodes that would have been fused
    std::vector<ValueId> tensors; // the tensors that stand in the way
    std::string reason;           // "the output of Conv_12 is also read by Add_15"
    // The opset of the standard domain: where the model had it, this reason would be gone. 0: no opset would
    // help.
    std::int64_t neededOpset = 0;
};

using Match = std::variant<NoMatch, Applied, Refused>;

struct Rule {
    std::string_view name = {}; // of a rule of the catalogue: its file's, which the catalogue fills in
    // One line for a list of switches, as TRANSLATABLE("Rule", "Batch norm into the convolution before it").
    std::string_view summary;
    Match (*match)(const GraphView&, NodeId);
    std::string_view before; // a tiny sketch: "Conv -> BatchNormalization"; words in it are TRANSLATABLE, too
    std::string_view after;  // "Conv'"
    // Sums quantized values as integers, which is exact, where their float32 values were summed, which rounds:
    // next to a tie of QuantizeLinear the result is another integer. A numeric check compares with the graph to
    // which such rules alone were applied.
    bool changesQuantizedValues = false;
    // Makes groups. What rules without this refuse goes on being told of operators of which some, not all, end
    // up in groups.
    bool groups = false;
    // Puts one standard operator in place of several. What it refuses goes on being told even where groups have
    // come to hold all of them (Refusal::isFused): that operator would do what they do.
    bool composes = false;
    // False for a rule that changes numbers by more than 1e-5 (relative norm of an output) where no operator
    // less is left for it: it stays off until somebody switches it on.
    bool onByDefault = true;
    // Operators, of whatever domain, at which `match` may answer anything but NoMatch: it is called at no
    // others. Empty: any.
    std::vector<std::string_view> roots = {};
};

// In order of application: those of the catalogue, then those that were registered. Valid until registerRule.
std::span<const Rule* const> rules();
const Rule* findRule(std::string_view name);
// The names of those that stay off until somebody switches them on.
std::set<std::string, std::less<>> rulesOffByDefault();

// Adds a rule at run time, behind all others; its texts are copied. Lives until the program ends: what `match`
// points to must, too. To be called before rules are used, not while. Fails (BadInput) when the rule has no
// name, no match function, or the name of another one.
Result<const Rule*> registerRule(const Rule& rule);
// From the catalogue, not registered at run time: its patches are trusted further.
bool isBuiltIn(const Rule& rule);

} // namespace edgewright::fusion
