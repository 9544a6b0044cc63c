// SPDX-License-Identifier: GPL-3.0-or-later
// The model's own functions and the bodies that their calls get.
#pragma once

#include "core/onnx/reading/graph_reader.h"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace edgewright::onnx {

class FunctionLibrary {
public:
    // Takes the functions out of the message. Names that come twice are reported.
    FunctionLibrary(pb::ModelProto& model, ImportState& state);

    static std::string overloadOf(const pb::NodeProto& call);
    bool holds(const pb::NodeProto& call) const { return m_functions.contains(keyOf(call)); }

    // A body, or why the call gets none. Calls of one function with the same arguments share it.
    struct Body {
        std::shared_ptr<const ir::Graph> graph;
        Extent extent;
        std::string code; // of a Diagnostic; empty: there is a body
        std::string fault;
        bool silent = false; // the call is inside a body that will be refused itself
    };
    // `caller` holds the node and `nodesSoFar` written-out nodes; `scope` is where the body will be.
    Result<Body> instantiate(const pb::NodeProto& call, const GraphReader& caller, GraphReader::Scope scope,
                             std::int64_t nodesSoFar);

private:
    using Key = std::tuple<std::string, std::string, std::string>; // domain, name, overload
    static Key keyOf(const pb::NodeProto& call);
    Body recursive(const Key& key);
    Bindings bind(const pb::FunctionProto& function, const pb::NodeProto& call,
                  const GraphReader& caller) const;

    ImportState& m_state;
    std::map<Key, pb::FunctionProto> m_functions;
    std::vector<Key> m_active; // being instantiated, outermost first: a call of one of these is a recursion
    std::set<Key> m_recursive; // found to call themselves, directly or through others
    std::map<std::string, Body> m_bodies; // by function and arguments
};

} // namespace edgewright::onnx
