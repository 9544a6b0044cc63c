// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/match.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace edgewright::trace {

namespace {

using Names = std::unordered_map<std::string, std::vector<NodeId>>;

// What other tools call an operator of ONNX.
struct Kind {
    std::string_view name, op;
};
constexpr std::array<Kind, 15> TorchKinds{{{"aten::conv2d", "Conv"},
                                           {"aten::conv1d", "Conv"},
                                           {"aten::batch_norm", "BatchNormalization"},
                                           {"aten::relu", "Relu"},
                                           {"aten::relu_", "Relu"},
                                           {"aten::hardtanh_", "Clip"},
                                           {"aten::hardtanh", "Clip"},
                                           {"aten::add", "Add"},
                                           {"aten::add_", "Add"},
                                           {"aten::max_pool2d", "MaxPool"},
                                           {"aten::adaptive_avg_pool2d", "GlobalAveragePool"},
                                           {"aten::linear", "Gemm"},
                                           {"aten::matmul", "MatMul"},
                                           {"aten::softmax", "Softmax"},
                                           {"aten::layer_norm", "LayerNormalization"}}};
constexpr std::array<Kind, 8> TvmKinds{{{"conv2d", "Conv"},
                                        {"dense", "Gemm"},
                                        {"max_pool2d", "MaxPool"},
                                        {"global_avg_pool2d", "GlobalAveragePool"},
                                        {"batch_matmul", "MatMul"},
                                        {"softmax", "Softmax"},
                                        {"batch_flatten", "Flatten"},
                                        {"conv2d_transpose", "ConvTranspose"}}};

std::string_view without(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "/fc/MatMul" of "/fc/MatMul_myl0_5": TensorRT numbers the kernels that Myelin, its compiler of regions,
// makes.
std::string_view withoutKernelNumber(std::string_view name) {
    const std::size_t at = name.rfind("_myl");
    if (at == std::string_view::npos) return name;
    const std::string_view numbers = name.substr(at + 4);
    const std::size_t between = std::min(numbers.find('_'), numbers.size());
    const bool isKernel = isNumber(numbers.substr(0, between)) && between < numbers.size() &&
                          isNumber(numbers.substr(between + 1));
    return isKernel ? name.substr(0, at) : name;
}

// "a...b" of "{ForeignNode[a...b]}".
std::optional<std::string_view> regionOf(std::string_view name) {
    constexpr std::string_view Begin = "{ForeignNode[", End = "]}";
    if (!name.starts_with(Begin) || !name.ends_with(End) || name.size() < Begin.size() + End.size())
        return std::nullopt;
    return name.substr(Begin.size(), name.size() - Begin.size() - End.size());
}

std::vector<std::string> partsOf(const std::string& name, std::string_view separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = name.find(separator); at != std::string::npos; at = name.find(separator, from)) {
        parts.push_back(name.substr(from, at - from));
        from = at + separator.size();
    }
    parts.push_back(name.substr(from));
    return parts;
}

class Matcher {
public:
    Matcher(const Trace& trace, const ir::Graph& graph) : m_trace(trace), m_graph(graph), m_links(graph) {
        m_place.resize(graph.nextNode().index());
        for (std::size_t place = 0; const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            m_place[id.index()] = place++;
            m_nodes[node.label()].push_back(id);
            if (!node.name.empty() && node.name != node.label()) m_nodes[node.name].push_back(id);
            for (const ValueId output : node.outputs)
                if (output.valid()) m_tensors[graph.value(output).name].push_back(id);
            for (const ValueId input : node.inputs)
                if (input.valid() && !m_links.producer(input))
                    m_readers.try_emplace(graph.value(input).name, id);
            m_byOp[node.op].push_back(id);
        }
        m_tensors.erase(std::string());
        m_readers.erase(std::string());
    }

    Matches run() {
        m_matches.spans.resize(m_trace.spans.size());
        for (std::size_t i = 0; i < m_trace.spans.size(); ++i)
            match(i);
        return std::move(m_matches);
    }

private:
    void match(std::size_t index) {
        const Span& span = m_trace.spans[index];
        const std::string& name = m_trace.nameOf(span);
        Match& match = m_matches.spans[index];
        switch (m_trace.tool) {
        case Tool::OnnxRuntime:
            if (!name.ends_with("_kernel_time")) return; // the session's own
            byNameOrTensor(std::string(without(without(name, "_kernel_time"), "_nchwc")), match);
            addFused(m_trace.names[span.op], match);
            break;
        case Tool::TensorRt:
            if (name.starts_with("Reformatting CopyNode")) return; // no operator of the model
            byLayer(name, match);
            if (match.nodes.empty()) byLayer(std::string(withoutKernelNumber(name)), match);
            break;
        case Tool::PyTorch:
            if (!byOrder(
                    TorchKinds, [&](std::string_view kind) { return name == kind; }, match))
                return;
            break;
        case Tool::Tvm: {
            std::string_view kind = name;
            for (const std::string_view prefix : {"tvmgen_default_", "vm_mod_", "fused_", "nn_"})
                if (kind.starts_with(prefix)) kind.remove_prefix(prefix.size());
            if (!byOrder(
                    TvmKinds, [&](std::string_view each) { return kind.starts_with(each); }, match))
                return;
            break;
        }
        case Tool::Edgewright:
        case Tool::Unknown:
            byNameOrTensor(name, match);
            if (match.nodes.empty() && m_trace.tool == Tool::Unknown) return; // may be anything
            break;
        }
        ++m_matches.operators;
        if (!match.nodes.empty())
            ++m_matches.matched;
        else
            tell(m_isAmbiguous ? m_matches.ambiguous : m_matches.unmatched, name);
    }

    void byNameOrTensor(const std::string& name, Match& match) {
        m_isAmbiguous = false;
        for (const auto& [names, by] : {std::pair(&m_nodes, By::Name), std::pair(&m_tensors, By::Tensor)}) {
            const auto found = names->find(name);
            if (found == names->end()) continue;
            if (found->second.size() > 1) {
                m_isAmbiguous = true;
                return;
            }
            match = {by, found->second};
            return;
        }
    }
    // A kernel that is called after the last tensor that it writes, and is another operator than the one that
    // writes it: it holds all from that operator on.
    void addFused(const std::string& op, Match& match) const {
        constexpr int MaxFused = 8;
        if (op.empty() || match.nodes.empty()) return;
        std::vector<NodeId> chain = match.nodes;
        while (m_graph.node(chain.back()).op != op && chain.size() < MaxFused) {
            const ValueId input = m_graph.node(chain.back()).input(0);
            const auto producer = input.valid() ? m_links.producer(input) : std::nullopt;
            if (!producer) return;
            chain.push_back(*producer);
        }
        if (m_graph.node(chain.back()).op != op) return;
        match.nodes.assign(chain.rbegin(), chain.rend());
    }
    // All of them, or none: a part of a name is no match.
    void byParts(const std::vector<std::string>& parts, Match& match) {
        Match all{By::Name, {}};
        for (const std::string& part : parts) {
            Match one;
            byNameOrTensor(part, one);
            if (one.nodes.empty()) return;
            all.nodes.push_back(one.nodes.front());
        }
        match = std::move(all);
    }
    void byLayer(const std::string& name, Match& match) {
        if (const auto region = regionOf(name))
            byRange(*region, match);
        else
            byParts(partsOf(name, " + "), match);
    }
    // All nodes from one to another, in the order of the graph. Names may hold "...", too.
    void byRange(std::string_view range, Match& match) {
        constexpr std::string_view Between = "...";
        std::size_t at = range.find(Between);
        if (at == std::string_view::npos) return byEnds(range, range, match);
        for (; at != std::string_view::npos && match.nodes.empty(); at = range.find(Between, at + 1))
            byEnds(range.substr(0, at), range.substr(at + Between.size()), match);
    }
    void byEnds(std::string_view first, std::string_view last, Match& match) {
        constexpr std::size_t MaxInRanges = std::size_t(1) << 24; // nodes, of all spans: a file may repeat them
        std::vector<std::string> firsts = partsOf(std::string(first), " + "),
                                 lasts = partsOf(std::string(last), " + ");
        std::ranges::reverse(lasts);
        const auto from = endOf(firsts), to = endOf(lasts);
        if (!from || !to) return;
        const auto [begin, end] = std::minmax(m_place[from->index()], m_place[to->index()]);
        if (end + 1 - begin > MaxInRanges - m_inRanges) return;
        m_inRanges += end + 1 - begin;
        const auto order = m_graph.order().begin();
        match = {By::Name,
                 {order + static_cast<std::ptrdiff_t>(begin), order + static_cast<std::ptrdiff_t>(end + 1)}};
    }
    // The first part that the model knows. The end of a range may be a weight, which stands for what reads it,
    // with layers that TensorRT put in: "fc.weight + (Unnamed Layer* 7) [Shuffle]".
    std::optional<NodeId> endOf(const std::vector<std::string>& parts) {
        for (const std::string& part : parts) {
            Match one;
            byNameOrTensor(part, one);
            if (!one.nodes.empty()) return one.nodes.front();
            if (m_isAmbiguous) return std::nullopt;
            if (const auto reader = m_readers.find(part); reader != m_readers.end()) return reader->second;
        }
        return std::nullopt;
    }
    // The next operator of the kind; after the last one the first again. False: the span is no operator.
    template <std::size_t N, typename Is>
    bool byOrder(const std::array<Kind, N>& kinds, const Is& is, Match& match) {
        m_isAmbiguous = false;
        const auto kind = std::ranges::find_if(kinds, [&](const Kind& each) { return is(each.name); });
        if (kind == kinds.end()) return false;
        const auto nodes = m_byOp.find(std::string(kind->op));
        if (nodes == m_byOp.end()) return true;
        std::size_t& next = m_next[nodes->first];
        match = {By::Order, {nodes->second[next++ % nodes->second.size()]}};
        return true;
    }
    void tell(std::vector<std::string>& list, const std::string& name) {
        if (m_told.insert(name).second) list.push_back(name);
    }

    const Trace& m_trace;
    const ir::Graph& m_graph;
    ir::Connections m_links;
    Names m_nodes, m_tensors, m_byOp;                  // m_byOp: in execution order
    std::unordered_map<std::string, NodeId> m_readers; // the first one of each value that no node writes
    std::vector<std::size_t> m_place;                  // in the graph's order, by node
    std::size_t m_inRanges = 0;                        // nodes
    std::map<std::string, std::size_t> m_next;         // by operator
    std::set<std::string> m_told;
    bool m_isAmbiguous = false;
    Matches m_matches;
};

} // namespace

Matches matchTo(const Trace& trace, const ir::Graph& graph) { return Matcher(trace, graph).run(); }

} // namespace edgewright::trace
