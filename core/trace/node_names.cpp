// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/node_names.h"

#include <algorithm>
#include <utility>

namespace edgewright::trace {

namespace {

constexpr std::size_t MaxInRanges = std::size_t(1) << 24; // nodes, of all spans: a file may repeat them

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "0_3" of "_myl0_3".
bool isKernelNumber(std::string_view numbers) {
    const std::size_t between = std::min(numbers.find('_'), numbers.size());
    return isNumber(numbers.substr(0, between)) && between < numbers.size() &&
           isNumber(numbers.substr(between + 1));
}

// "/fc/MatMul" of "/fc/MatMul_myl0_5" and "/fc/MatMul [myl0_5]": TensorRT numbers the kernels that Myelin
// makes.
std::string_view withoutKernelNumber(std::string_view name) {
    const std::size_t bracket = name.rfind("[myl");
    if (bracket != std::string_view::npos && name.ends_with(']') &&
        isKernelNumber(name.substr(bracket + 4, name.size() - bracket - 5))) {
        name = name.substr(0, bracket);
        while (name.ends_with(' '))
            name.remove_suffix(1);
        return name;
    }
    const std::size_t at = name.rfind("_myl");
    if (at == std::string_view::npos || !isKernelNumber(name.substr(at + 4))) return name;
    return name.substr(0, at);
}

// The text between `begin` and `end`, where a name is all of it.
std::optional<std::string_view> inside(std::string_view name, std::string_view begin, std::string_view end) {
    if (!name.starts_with(begin) || !name.ends_with(end) || name.size() < begin.size() + end.size())
        return std::nullopt;
    return name.substr(begin.size(), name.size() - begin.size() - end.size());
}

std::vector<std::string> partsOf(std::string_view name, std::string_view separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = name.find(separator); at != std::string_view::npos; at = name.find(separator, from)) {
        parts.emplace_back(name.substr(from, at - from));
        from = at + separator.size();
    }
    parts.emplace_back(name.substr(from));
    return parts;
}

// "Conv_3 + Relu_4" of "Reformatting CopyNode for Input Tensor 0 to Conv_3 + Relu_4": it is a cost of that
// layer.
std::optional<std::string_view> copiedFor(std::string_view name) {
    constexpr std::string_view Begin = "Reformatting CopyNode for ", To = " to ";
    if (!name.starts_with(Begin)) return std::nullopt;
    const std::size_t to = name.find(To, Begin.size());
    return to == std::string_view::npos ? std::nullopt : std::optional(name.substr(to + To.size()));
}

// Layers that TensorRT put in: they stand for no node of the model.
bool isPutIn(std::string_view part) {
    return part.starts_with("(Unnamed Layer*") || part.find("_after_") != std::string_view::npos;
}

// "Gemm_48" of "reshape_after_Gemm_48".
std::string_view behindAfter(std::string_view part) {
    constexpr std::string_view After = "_after_";
    const std::size_t at = part.find(After);
    return at == std::string_view::npos ? std::string_view() : part.substr(at + After.size());
}

} // namespace

bool isMyelinKernel(std::string_view name) {
    return name.starts_with("__my") && withoutKernelNumber(name) != name;
}

NodeNames::NodeNames(const ir::Graph& graph) : m_graph(graph) {
    const ir::Connections links(graph);
    m_place.resize(graph.nextNode().index());
    for (std::size_t place = 0; const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        m_place[id.index()] = place++;
        m_nodes[node.label()].push_back(id);
        if (!node.name.empty() && node.name != node.label()) m_nodes[node.name].push_back(id);
        for (const ValueId output : node.outputs)
            if (output.valid()) m_tensors[graph.value(output).name].push_back(id);
        for (const ValueId input : node.inputs)
            if (input.valid() && !links.producer(input)) m_readers.try_emplace(graph.value(input).name, id);
    }
    m_tensors.erase(std::string());
    m_readers.erase(std::string());
}

Match NodeNames::find(const std::string& name) {
    m_isAmbiguous = false;
    for (const auto& [names, by] : {std::pair(&m_nodes, By::Name), std::pair(&m_tensors, By::Tensor)}) {
        const auto found = names->find(name);
        if (found == names->end()) continue;
        if (found->second.size() > 1) {
            m_isAmbiguous = true;
            return {};
        }
        return {by, found->second};
    }
    return {};
}

Match NodeNames::layer(const std::string& name) {
    std::string_view text = name;
    while (const auto of = copiedFor(text))
        text = *of;
    for (const std::string_view each : {text, withoutKernelNumber(text)}) {
        const auto region = inside(each, "{ForeignNode[", "]}");
        Match match = region ? range(*region) : parts(std::string(each));
        if (!match.nodes.empty() || m_isAmbiguous) return match;
    }
    return {};
}

// All of them, or none: a part of a name is no match. Weights and what was put in name no node of their own.
Match NodeNames::parts(const std::string& name) {
    Match all{By::Name, {}};
    NodeId beside; // reads a weight that is a part, or stands before what was put in
    m_isAmbiguous = false;
    for (const std::string& sum : partsOf(name, " || "))
        for (const std::string& part : partsOf(sum, " + ")) {
            std::string_view text = part; // "PWN(PWN(Sigmoid_1), Mul_2)"
            while (const auto of = inside(text, "PWN(", ")"))
                text = *of;
            for (std::string one : partsOf(text, ", ")) {
                while (const auto of = inside(one, "PWN(", ")"))
                    one = std::string(*of);
                const Match found = find(one);
                if (!found.nodes.empty()) {
                    all.nodes.push_back(found.nodes.front());
                    continue;
                }
                if (m_isAmbiguous) return {};
                if (const auto reader = m_readers.find(one); reader != m_readers.end()) {
                    if (!beside.valid()) beside = reader->second;
                } else if (isPutIn(one)) {
                    const Match before = find(std::string(behindAfter(one)));
                    if (!before.nodes.empty()) beside = before.nodes.front();
                } else {
                    return {};
                }
                m_isAmbiguous = false;
            }
        }
    if (all.nodes.empty() && beside.valid()) all.nodes.push_back(beside);
    return all.nodes.empty() ? Match() : all;
}

// All nodes from one to another, in the order of the graph. Names may hold "...", too.
Match NodeNames::range(std::string_view range) {
    constexpr std::string_view Between = "...";
    std::size_t at = range.find(Between);
    if (at == std::string_view::npos) return ends(range, range);
    Match match;
    for (; at != std::string_view::npos && match.nodes.empty(); at = range.find(Between, at + 1))
        match = ends(range.substr(0, at), range.substr(at + Between.size()));
    return match;
}

Match NodeNames::ends(std::string_view first, std::string_view last) {
    std::vector<std::string> lasts = partsOf(last, " + ");
    std::ranges::reverse(lasts);
    const auto from = endOf(partsOf(first, " + ")), to = endOf(lasts);
    if (!from || !to) return {};
    const auto [begin, end] = std::minmax(m_place[from->index()], m_place[to->index()]);
    return placed(begin, end);
}

Match NodeNames::placed(std::size_t begin, std::size_t end) {
    if (end < begin || end + 1 - begin > MaxInRanges - m_inRanges) return {};
    m_inRanges += end + 1 - begin;
    const auto order = m_graph.order().begin();
    Match match{By::Name,
                {order + static_cast<std::ptrdiff_t>(begin), order + static_cast<std::ptrdiff_t>(end + 1)}};
    match.isRange = match.nodes.size() > 1;
    return match;
}

Match NodeNames::between(const std::vector<NodeId>& before, const std::vector<NodeId>& behind) {
    std::size_t begin = 0, end = m_graph.order().size();
    for (const NodeId id : before)
        begin = std::max(begin, m_place[id.index()] + 1);
    for (const NodeId id : behind)
        end = std::min(end, m_place[id.index()]);
    if (end <= begin) return {};
    Match match = placed(begin, end - 1);
    if (!match.nodes.empty()) match.by = By::Gap;
    return match;
}

// The first part that the model knows. The end of a range may be a weight, which stands for what reads it, with
// layers that TensorRT put in: "fc.weight + (Unnamed Layer* 7) [Shuffle]".
std::optional<NodeId> NodeNames::endOf(const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
        const Match one = find(part);
        if (!one.nodes.empty()) return one.nodes.front();
        if (m_isAmbiguous) return std::nullopt;
        if (const auto reader = m_readers.find(part); reader != m_readers.end()) return reader->second;
    }
    return std::nullopt;
}

} // namespace edgewright::trace
