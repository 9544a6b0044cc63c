// SPDX-License-Identifier: GPL-3.0-or-later
// An operator: what it is, what it reads and writes, and which nodes of the original model it stands for.
#pragma once

#include "core/base/ids.h"
#include "core/ir/hierarchy.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace edgewright::ir {

class Graph;

// An attribute that we do not understand as a whole, kept byte for byte so that export can write it back.
struct OpaqueAttribute {
    std::string serialized; // an AttributeProto
    TensorType type = {};   // what it says when it is a type (of Optional)
};

using AttributeValue =
    std::variant<std::int64_t, float, std::string, Tensor, std::shared_ptr<const Graph>,
                 std::vector<std::int64_t>, std::vector<float>, std::vector<std::string>, std::vector<Tensor>,
                 std::vector<std::shared_ptr<const Graph>>, OpaqueAttribute>;

struct Attribute {
    std::string name;
    AttributeValue value;
};

// The domain of the groups that fusion makes; each has a body of standard operators.
inline constexpr std::string_view FusedDomain = "edgewright.fused";

struct Node {
    NodeId id;                    // set by Graph::addNode
    std::string name;             // may be empty, may repeat: names are labels, ids are identity
    std::string domain;           // "" is the ONNX standard domain ("ai.onnx" is normalised to "")
    std::string op;               // "Conv"
    std::vector<ValueId> inputs;  // an invalid id is an omitted optional input
    std::vector<ValueId> outputs; // likewise
    std::vector<Attribute> attributes;
    std::string doc;
    // For a call of a model-local function and for a fused group: what it computes, in standard operators.
    // body->inputs correspond to `inputs`, body->outputs to `outputs`, by position.
    std::shared_ptr<const Graph> body;
    // Nodes of the imported graph that this node stands for. Empty means: itself.
    std::vector<NodeId> origins;
    std::string overload;   // of a model-local function, where several have one name
    std::string kept;       // what else the file says of the node: a NodeProto's bytes, for export
    HierarchyPtr hierarchy; // the modules around it, as the file says; null: it does not

    const AttributeValue* find(std::string_view attribute) const;
    std::int64_t intOr(std::string_view attribute, std::int64_t fallback) const;
    float floatOr(std::string_view attribute, float fallback) const;
    std::string stringOr(std::string_view attribute, std::string_view fallback) const;
    // Empty when absent or of another kind.
    std::vector<std::int64_t> ints(std::string_view attribute) const;
    std::vector<float> floats(std::string_view attribute) const;
    const Tensor* tensor(std::string_view attribute) const;
    std::shared_ptr<const Graph> graph(std::string_view attribute) const;

    void set(std::string attribute, AttributeValue value);
    bool hasInput(std::size_t index) const { return index < inputs.size() && inputs[index].valid(); }
    ValueId input(std::size_t index) const { return index < inputs.size() ? inputs[index] : ValueId(); }
    ValueId output(std::size_t index) const { return index < outputs.size() ? outputs[index] : ValueId(); }
    bool is(std::string_view standardOp) const { return domain.empty() && op == standardOp; }
    // "Conv_3", or "Conv #17" for a node without a name.
    std::string label() const;
};

// The nodes that it stands for (Node::origins); itself where no rule made it.
std::vector<NodeId> originsOf(const Node& node);

} // namespace edgewright::ir
