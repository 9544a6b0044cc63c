// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/outline.h"

#include "views/inspector/describe.h"
#include "views/support/utf8.h"

#include <QStringList>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace edgewright::views {

namespace {

using Entry = OutlineEntry;
using Entries = std::vector<std::unique_ptr<Entry>>;

constexpr std::size_t LongestPeriod = 512, LeastPeriod = 2, LeastCovered = 6, DeepestScope = 64;

std::vector<std::string_view> scopesOf(const std::string& name) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t at; (at = name.find('/', begin)) != std::string::npos; begin = at + 1)
        if (at > begin && parts.size() < DeepestScope) parts.emplace_back(name.data() + begin, at - begin);
    return parts; // what follows the last slash is the node itself
}

std::unique_ptr<Entry> leaf(const ir::Node& node) {
    auto entry = std::make_unique<Entry>();
    const std::string label = node.label();
    const std::size_t slash = label.rfind('/');
    entry->name = QString::fromStdString(
        slash + 1 < label.size() && slash != std::string::npos ? label.substr(slash + 1) : label);
    if (!entry->name.startsWith(QString::fromStdString(node.op), Qt::CaseInsensitive))
        entry->name = QString::fromStdString(node.op) + u' ' + entry->name;
    entry->node = node.id;
    return entry;
}

// What makes siblings alike: the operators below, in their order.
void signatureInto(std::string& signature, const ir::Graph& graph, const Entry& entry) {
    if (entry.node.valid()) signature += graph.node(entry.node).op + ',';
    for (const auto& child : entry.children)
        signatureInto(signature, graph, *child);
}

// Runs of scopes that are alike become one entry.
void foldAlike(Entry& parent, const ir::Graph& graph) {
    for (const auto& child : parent.children)
        foldAlike(*child, graph);
    if (parent.children.size() < 3) return;
    std::vector<std::string> signatures;
    for (const auto& child : parent.children) {
        signatures.emplace_back();
        if (!child->children.empty()) signatureInto(signatures.back(), graph, *child);
    }
    Entries folded;
    for (std::size_t i = 0; i < parent.children.size();) {
        std::size_t end = i + 1;
        while (end < parent.children.size() && !signatures[i].empty() && signatures[end] == signatures[i])
            ++end;
        if (end - i < 2 || end - i == parent.children.size()) {
            for (; i < end; ++i)
                folded.push_back(std::move(parent.children[i]));
            continue;
        }
        auto run = std::make_unique<Entry>();
        run->name = parent.children[i]->name + QStringLiteral(" … ") + parent.children[end - 1]->name;
        run->repeats = static_cast<int>(end - i);
        for (; i < end; ++i)
            run->children.push_back(std::move(parent.children[i]));
        folded.push_back(std::move(run));
    }
    parent.children = std::move(folded);
}

// A scope in a scope with nothing beside it is one line.
void mergeChains(Entry& entry) {
    for (const auto& child : entry.children)
        mergeChains(*child);
    if (entry.parent && entry.children.size() == 1 && !entry.children.front()->children.empty()) {
        auto only = std::move(entry.children.front());
        entry.name += u'/' + only->name;
        entry.repeats = only->repeats;
        entry.children = std::move(only->children);
    }
}

void finish(Entry& entry) {
    entry.size = entry.node.valid() ? 1 : 0;
    int row = 0;
    for (const auto& child : entry.children) {
        child->parent = &entry;
        child->row = row++;
        finish(*child);
        entry.size += child->size;
    }
}

void byScopes(Entry& root, const ir::Graph& graph) {
    std::unordered_map<std::string, Entry*> scopes; // by path
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        Entry* at = &root;
        std::string path;
        for (const std::string_view part : scopesOf(node.name)) {
            path += '/';
            path += part;
            Entry*& scope = scopes[path];
            if (!scope) {
                auto made = std::make_unique<Entry>();
                made->name = text(part);
                made->parent = at;
                scope = made.get();
                at->children.push_back(std::move(made));
            }
            at = scope;
        }
        at->children.push_back(leaf(node));
    }
    mergeChains(root);
    foldAlike(root, graph);
}

// A stretch of the sequence that repeats what stands before it.
struct Repetition {
    std::size_t begin = 0, period = 0, times = 0;
    std::size_t covered() const { return period * times; }
};

class Repeats {
public:
    Repeats(const ir::Graph& graph, const RunContext& run) : m_graph(graph), m_run(run) {
        std::unordered_map<std::string, int> codes;
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (node.is("Constant")) continue; // they stand anywhere
            m_nodes.push_back(id);
            m_codes.push_back(
                codes.try_emplace(node.domain + ':' + node.op, static_cast<int>(codes.size())).first->second);
        }
    }
    bool into(Entry& root) { return add(root, 0, m_codes.size()); }

private:
    // Of all stretches of [begin, end) the one that covers most, of the shortest period.
    Repetition best(std::size_t begin, std::size_t end) {
        Repetition best;
        for (std::size_t period = LeastPeriod; period <= LongestPeriod && begin + 2 * period <= end; ++period) {
            std::size_t same = 0;
            for (std::size_t i = begin; i + period <= end; ++i) {
                if (i + period < end && m_codes[i] == m_codes[i + period]) {
                    ++same;
                    continue;
                }
                if (const Repetition found{i - same, period, same / period + 1};
                    found.times > 1 && found.covered() > best.covered())
                    best = found;
                same = 0;
            }
            m_compared += end - begin;
        }
        return best;
    }
    // False when stopped.
    bool add(Entry& root, std::size_t begin, std::size_t end) {
        while (begin < end) {
            if (m_run.stopped()) return false;
            const Repetition found = m_compared < MostCompared ? best(begin, end) : Repetition{};
            if (found.covered() < LeastCovered) {
                for (; begin < end; ++begin)
                    root.children.push_back(leaf(m_graph.node(m_nodes[begin])));
                return true;
            }
            if (!add(root, begin, found.begin)) return false;
            root.children.push_back(block(found));
            begin = found.begin + found.covered();
        }
        return true;
    }
    std::unique_ptr<Entry> block(const Repetition& found) const {
        auto made = std::make_unique<Entry>();
        QStringList names;
        for (std::size_t k = 0; k < found.period && k < 4; ++k)
            names << QString::fromStdString(m_graph.node(m_nodes[found.begin + k]).op);
        if (found.period > 4) names << QStringLiteral("…");
        made->name = names.join(QStringLiteral(", "));
        made->repeats = static_cast<int>(found.times);
        std::size_t at = found.begin;
        for (std::size_t time = 0; time < found.times; ++time) {
            auto once = std::make_unique<Entry>();
            once->name = QStringLiteral("%1").arg(time + 1);
            for (std::size_t k = 0; k < found.period; ++k)
                once->children.push_back(leaf(m_graph.node(m_nodes[at++])));
            made->children.push_back(std::move(once));
        }
        return made;
    }

    static constexpr std::uint64_t MostCompared = 300'000'000; // then what is left is listed node by node
    const ir::Graph& m_graph;
    const RunContext& m_run;
    std::vector<NodeId> m_nodes;
    std::vector<int> m_codes; // operators as numbers
    std::uint64_t m_compared = 0;
};

void collect(const OutlineEntry& entry, std::vector<NodeId>& nodes) {
    if (entry.node.valid()) nodes.push_back(entry.node);
    for (const auto& child : entry.children)
        collect(*child, nodes);
}

} // namespace

std::vector<NodeId> OutlineEntry::nodes() const {
    std::vector<NodeId> result;
    collect(*this, result);
    return result;
}

Result<std::shared_ptr<const OutlineEntry>> outlineOf(const ir::Graph& graph, const RunContext& run) {
    auto root = std::make_shared<Entry>();
    root->name = QString::fromStdString(graph.name);
    std::size_t scoped = 0;
    for (const NodeId id : graph.order())
        scoped += scopesOf(graph.node(id).name).empty() ? 0 : 1;
    if (2 * scoped >= graph.nodeCount() && scoped > 0)
        byScopes(*root, graph);
    else if (!Repeats(graph, run).into(*root))
        return cancelled();
    finish(*root);
    return std::shared_ptr<const OutlineEntry>(std::move(root));
}

} // namespace edgewright::views
