// SPDX-License-Identifier: GPL-3.0-or-later
// ir::Graph to GraphProto and FunctionProto.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/onnx/names.h"

#include <onnx/onnx_pb.h>

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace edgewright::onnx {

namespace pb = ::onnx;

// `tensor` must have data.
void writeTensor(const ir::Tensor& tensor, const std::string& name, pb::TensorProto& proto);
// All but the elements.
void writeTensorHead(const ir::Tensor& tensor, const std::string& name, pb::TensorProto& proto);

// The bytes of large initializers, to be written to a file beside the model. The tensors must outlive it.
struct DataBeside {
    static constexpr std::size_t Smallest = 1024;                          // smaller ones stay in the model
    std::string location;                                                  // the file's name
    std::vector<std::pair<std::size_t, std::span<const std::byte>>> parts; // offset, bytes; ascending
    std::size_t size = 0;
};

// Writes graphs into one model: functions that the graphs call are added to it, each once.
class GraphWriter {
public:
    // With `beside`, large initializers go there.
    GraphWriter(const ir::Opsets& opsets, pb::ModelProto& model, DataBeside* beside = nullptr)
        : m_opsets(opsets), m_model(model), m_beside(beside) {}

    // The model's own graph.
    Result<void> write(const ir::Graph& graph, pb::GraphProto& proto);
    // The domains of everything that was written, functions included.
    const std::set<std::string>& domains() const { return m_domains; }
    bool wroteFunctions() const { return !m_functions.empty(); }
    bool wroteOverloads() const { return m_overloads; }

private:
    Result<void> writeGraph(const ir::Graph& graph, const Names& names, pb::GraphProto& proto);
    void writeInitializer(const ir::Value& value, const std::string& name, pb::TensorProto& proto);
    void writeValueInfos(const ir::Graph& graph, const Names& names, pb::GraphProto& proto) const;
    Result<void> writeNode(const ir::Node& node, const std::string& name, const Names& names,
                           pb::NodeProto& proto);
    Result<void> writeAttribute(const ir::Attribute& attribute, const Names& names, pb::AttributeProto& proto);
    struct Callee {
        std::string name, overload;
        friend auto operator<=>(const Callee&, const Callee&) = default;
    };
    // The name under which the node's body is called.
    Result<Callee> functionFor(const ir::Node& node);
    Result<void> writeFunction(const ir::Node& node, bool neutral, pb::FunctionProto& proto);

    const ir::Opsets& m_opsets;
    pb::ModelProto& m_model;
    DataBeside* m_beside;
    std::set<std::string> m_domains;
    std::map<std::tuple<std::string, std::string, std::string, std::string>, Callee>
        m_functions; // domain, op, overload, text
    std::map<std::tuple<const ir::Graph*, std::string, std::string, std::string, std::string>, Callee>
        m_written;                                    // by body
    std::set<std::pair<std::string, Callee>> m_taken; // with the domain
    bool m_overloads = false;
    bool m_neutral = false; // names and documentation are left out
    int m_depth = 0;
};

} // namespace edgewright::onnx
