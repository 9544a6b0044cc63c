// SPDX-License-Identifier: GPL-3.0-or-later
// ir::Graph to GraphProto and FunctionProto.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/onnx/names.h"

#include <onnx/onnx_pb.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace edgewright::onnx {

namespace pb = ::onnx;

// `tensor` must have data.
void writeTensor(const ir::Tensor& tensor, const std::string& name, pb::TensorProto& proto);

// Writes graphs into one model: functions that the graphs call are added to it, each once.
class GraphWriter {
public:
    GraphWriter(const ir::Opsets& opsets, pb::ModelProto& model) : m_opsets(opsets), m_model(model) {}

    // The model's own graph.
    Result<void> write(const ir::Graph& graph, pb::GraphProto& proto);
    // The domains of everything that was written, functions included.
    const std::set<std::string>& domains() const { return m_domains; }
    bool wroteFunctions() const { return !m_functions.empty(); }

private:
    Result<void> writeGraph(const ir::Graph& graph, const Names& names, pb::GraphProto& proto);
    void writeValueInfos(const ir::Graph& graph, const Names& names, pb::GraphProto& proto) const;
    Result<void> writeNode(const ir::Node& node, const Names& names, pb::NodeProto& proto);
    Result<void> writeAttribute(const ir::Attribute& attribute, const Names& names, pb::AttributeProto& proto);
    // The name under which the node's body is called.
    Result<std::string> functionFor(const ir::Node& node);
    Result<void> writeFunction(const ir::Node& node, bool neutral, pb::FunctionProto& proto);

    const ir::Opsets& m_opsets;
    pb::ModelProto& m_model;
    std::set<std::string> m_domains;
    std::map<std::tuple<std::string, std::string, std::string>, std::string>
        m_functions; // domain, op, text -> name
    std::map<std::tuple<const ir::Graph*, std::string, std::string, std::string>, std::string>
        m_written;                                         // by body
    std::set<std::pair<std::string, std::string>> m_taken; // domain, name
    bool m_neutral = false;                                // names and documentation are left out
    int m_depth = 0;
};

} // namespace edgewright::onnx
