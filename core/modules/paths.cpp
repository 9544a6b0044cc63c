// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/paths.h"

#include "core/ops/operator.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace edgewright::modules {

namespace {

constexpr std::size_t MaxLevels = 24, MaxPart = 128; // characters of a part

using Parts = std::vector<std::string_view>;

bool isNumber(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

Parts split(std::string_view text, std::string_view separators) {
    Parts parts;
    for (std::size_t begin = 0; begin < text.size() && parts.size() <= MaxLevels;) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        if (end > begin) parts.push_back(text.substr(begin, std::min(end - begin, MaxPart)));
        begin = end + 1;
    }
    return parts;
}

// TensorFlow names what it fuses by all that went in: "A/Relu;A/BiasAdd", "A/Relu_A/BiasAdd". The first one.
std::string_view firstOfFused(std::string_view name) {
    name = name.substr(0, name.find(';'));
    const std::size_t slash = name.find('/', 1);
    if (slash == std::string_view::npos || slash == 0 || name.front() == '/') return name;
    const std::string_view first = name.substr(0, slash + 1);
    for (std::size_t at = name.find(first, 1); at != std::string_view::npos; at = name.find(first, at + 1))
        if (name[at - 1] == '_') return name.substr(0, at - 1);
    return name;
}

// The scopes in a node's name. Nothing where the name is no path; a leading slash is one, of the outermost
// level.
std::optional<Parts> scopesOf(std::string_view name) {
    name = firstOfFused(name);
    if (name.find('/') == std::string_view::npos) return std::nullopt;
    Parts parts = split(name, "/");
    if (parts.size() > MaxLevels)
        parts.resize(MaxLevels);
    else if (!parts.empty())
        parts.pop_back(); // the node itself
    if (parts.empty() && name.front() != '/') return std::nullopt;
    return parts;
}

// The module that a weight's name tells; nothing of "1178", "onnx::Conv_760", "const_fold_opt__12",
// "Parameter6".
std::optional<Parts> moduleOfWeight(std::string_view name) {
    name = name.substr(0, name.find_first_of(":;")); // "onnx::...", "kernel:0"
    if (name.empty() || isNumber(name) || name == "onnx") return std::nullopt;
    Parts parts = split(name, "./");
    if (parts.size() < 2) return std::nullopt;
    parts.pop_back();
    if (parts.size() > MaxLevels) parts.resize(MaxLevels);
    return parts;
}

class Namer {
public:
    Namer(const ir::Graph& graph, const std::vector<NodeId>& order, const ir::Constants& constants)
        : m_graph(graph), m_order(order), m_constants(constants), m_connections(graph),
          m_own(graph.nextNode().index()) {
        m_paths.of.assign(graph.nextNode().index(), 0);
    }

    Paths run() {
        if (byHierarchy()) {
            m_paths.source = Source::Hierarchy;
            betweenNeighbours();
            return std::move(m_paths);
        }
        if (byNames()) {
            m_paths.source = Source::Names;
        } else {
            reset();
            if (!byWeights()) return Paths{Source::Structure, {Scope{}}, std::move(m_paths.of)};
            m_paths.source = Source::Weights;
        }
        byNeighbours();
        return std::move(m_paths);
    }

private:
    struct Key {
        std::uint32_t parent;
        std::string_view part;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>{}(key.part) * 31 + key.parent;
        }
    };

    bool isConstant(NodeId id) const { return m_constants.nodes[id.index()]; }
    void reset() {
        m_paths.scopes.resize(1);
        m_raw.clear();
        m_raw.emplace_back();
        m_known.clear();
        std::ranges::fill(m_own, std::nullopt);
    }
    std::uint32_t scope(const Parts& parts) {
        std::uint32_t at = 0;
        for (const std::string_view part : parts) {
            const auto [it, fresh] =
                m_known.try_emplace({at, part}, static_cast<std::uint32_t>(m_paths.scopes.size()));
            if (fresh) {
                const std::string_view above = m_raw[at];
                const bool repeats = !above.empty() && part.size() > above.size() + 1 &&
                                     part.starts_with(above) && part[above.size()] == '.';
                m_paths.scopes.push_back({at, m_paths.scopes[at].depth + 1,
                                          std::string(repeats ? part.substr(above.size() + 1) : part)});
                m_raw.push_back(part);
            }
            at = it->second;
        }
        return at;
    }
    std::uint32_t parent(std::uint32_t scope) const { return m_paths.scopes[scope].parent; }

    // A quarter of the nodes lie in modules by what the file says: quantizers and optimizers add nodes of which
    // the exporter knew nothing.
    bool byHierarchy() {
        reset();
        std::size_t nodes = 0, told = 0;
        for (const NodeId id : m_order) {
            const ir::HierarchyPtr& levels = m_graph.node(id).hierarchy;
            if (levels) m_own[id.index()] = scope(*levels);
            if (isConstant(id)) continue;
            ++nodes;
            told += levels && !levels->empty() ? 1 : 0;
        }
        return told > 1 && 4 * told >= nodes;
    }
    std::uint32_t scope(const ir::Hierarchy& levels) {
        Parts parts;
        for (const ir::HierarchyLevel& level : levels)
            if (parts.size() < MaxLevels && !level.name.empty()) parts.push_back(level.name);
        const std::uint32_t found = scope(parts);
        std::uint32_t at = found;
        for (auto level = levels.rbegin(); level != levels.rend() && at != 0; ++level, at = parent(at))
            if (std::string& type = m_paths.scopes[at].type; type.empty()) type = level->type;
        return found;
    }

    // A node without a hierarchy lies in what the nodes before and behind it have in common.
    void betweenNeighbours() {
        std::vector<std::optional<std::uint32_t>> before = m_own, behind = m_own;
        for (const NodeId id : m_order)
            if (!m_own[id.index()]) before[id.index()] = sharedByProducers(m_graph.node(id), before);
        for (auto it = m_order.rbegin(); it != m_order.rend(); ++it)
            if (!m_own[it->index()]) behind[it->index()] = ofReaders(m_graph.node(*it), behind);
        for (const NodeId id : m_order) {
            const auto a = before[id.index()], b = behind[id.index()];
            m_paths.of[id.index()] = a && b ? common(*a, *b) : a ? *a : b.value_or(0);
        }
    }

    // Over half of the nodes have a path.
    bool byNames() {
        reset();
        std::size_t nodes = 0, named = 0;
        for (const NodeId id : m_order) {
            const auto parts = scopesOf(m_graph.node(id).name);
            if (parts) m_own[id.index()] = scope(*parts);
            if (isConstant(id)) continue;
            ++nodes;
            named += parts && !parts->empty() ? 1 : 0;
        }
        return named > 1 && 2 * named > nodes;
    }

    // Over half of the nodes that read weights read one with a telling name, and the names group nodes.
    bool byWeights() {
        std::vector<std::optional<std::uint32_t>> ofValue(m_graph.valueCount());
        for (std::uint32_t i = 0; i < m_graph.valueCount(); ++i)
            if (const ir::Value& value = m_graph.value(ValueId(i)); value.constant)
                if (const auto parts = moduleOfWeight(value.name)) ofValue[i] = scope(*parts);
        std::size_t weighted = 0, telling = 0;
        std::set<std::uint32_t> outermost;
        for (const NodeId id : m_order) {
            const ir::Node& node = m_graph.node(id);
            std::optional<std::uint32_t> own;
            bool weight = false;
            for (const ValueId in : node.inputs) {
                if (!m_graph.contains(in) || !m_constants.values[in.index()]) continue;
                weight = weight || isWeight(m_graph.value(in));
                if (const auto path = ofValue[in.index()])
                    own = own && common(*own, *path) != 0 ? common(*own, *path) : own.value_or(*path);
            }
            if (own) m_own[id.index()] = own;
            if (own && isConstant(id))
                for (const ValueId out : node.outputs)
                    if (m_graph.contains(out)) ofValue[out.index()] = own;
            if (isConstant(id) || !weight) continue;
            ++weighted;
            if (!own) continue;
            ++telling;
            outermost.insert(*own);
        }
        if (telling < 2 || 2 * telling <= weighted) return false;
        return 2 * outermostOf(outermost) <= telling;
    }
    static bool isWeight(const ir::Value& value) {
        const auto elements = value.type.elements(); // int64: shapes, axes, indices
        return elements && *elements > 1 && value.type.dtype != ir::DataType::Int64;
    }
    // How many levels there are right below the one that all share.
    std::size_t outermostOf(std::set<std::uint32_t> scopes) const {
        std::uint32_t shared = *scopes.begin();
        for (const std::uint32_t scope : scopes)
            shared = common(shared, scope);
        std::set<std::uint32_t> below;
        for (const std::uint32_t scope : scopes)
            below.insert(m_paths.below(shared, scope));
        return below.size();
    }
    std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        const auto& scopes = m_paths.scopes;
        while (a != b) {
            if (scopes[a].depth < scopes[b].depth) std::swap(a, b);
            a = scopes[a].parent;
        }
        return a;
    }

    // Nodes whose names say nothing. What only moves data for one reader is that one's helper; others go with
    // those that they read, and a sum of two branches with what holds both.
    void byNeighbours() {
        auto& of = m_paths.of;
        const bool byWeights = m_paths.source == Source::Weights;
        std::vector<std::optional<std::uint32_t>> known = m_own;
        for (auto it = m_order.rbegin(); it != m_order.rend(); ++it) {
            const ir::Node& node = m_graph.node(*it);
            if (known[it->index()]) continue;
            const bool moves = ops::categoryOf(node) == ops::Category::DataMovement || node.is("Cast");
            const bool helper = isConstant(*it) || (byWeights ? readsWeight(node) : moves);
            if (helper) known[it->index()] = ofReaders(node, known);
        }
        for (const NodeId id : m_order)
            if (!known[id.index()]) known[id.index()] = ofProducers(m_graph.node(id), known);
        for (auto it = m_order.rbegin(); it != m_order.rend(); ++it)
            if (!known[it->index()]) known[it->index()] = ofReaders(m_graph.node(*it), known);
        for (const NodeId id : m_order)
            of[id.index()] = known[id.index()].value_or(0);
    }
    bool readsWeight(const ir::Node& node) const {
        return std::ranges::any_of(node.inputs, [&](ValueId in) {
            return m_graph.contains(in) && m_constants.values[in.index()] && isWeight(m_graph.value(in));
        });
    }
    using Known = std::vector<std::optional<std::uint32_t>>;
    std::optional<std::uint32_t> ofReaders(const ir::Node& node, const Known& known) const {
        std::optional<std::uint32_t> found;
        for (const ValueId out : node.outputs) {
            if (!m_graph.contains(out)) continue;
            for (const NodeId reader : m_connections.consumers(out))
                if (const auto path = known[reader.index()]) found = found ? common(*found, *path) : *path;
        }
        return found;
    }
    std::optional<std::uint32_t> sharedByProducers(const ir::Node& node, const Known& known) const {
        std::optional<std::uint32_t> found;
        for (const ValueId in : node.inputs) {
            if (!m_graph.contains(in) || m_constants.values[in.index()]) continue;
            const auto producer = m_connections.producer(in);
            const auto path = producer ? known[producer->index()] : std::nullopt;
            if (path) found = found ? common(*found, *path) : *path;
        }
        return found;
    }
    std::optional<std::uint32_t> ofProducers(const ir::Node& node, const Known& known) const {
        std::vector<std::uint32_t> paths; // the last one is of the latest producer
        std::uint64_t latest = 0;
        for (const ValueId in : node.inputs) {
            if (!m_graph.contains(in) || m_constants.values[in.index()]) continue;
            const auto producer = m_connections.producer(in);
            if (!producer || !known[producer->index()]) continue;
            paths.push_back(*known[producer->index()]);
            if (paths.size() > 1 && m_connections.rank(*producer) < latest)
                std::swap(paths.back(), paths[paths.size() - 2]);
            latest = std::max(latest, m_connections.rank(*producer));
        }
        if (paths.empty()) return std::nullopt;
        const std::uint32_t last = paths.back();
        std::uint32_t found = last;
        for (const std::uint32_t path : paths) {
            const std::uint32_t shared = common(found, path);
            if (shared == found) continue;
            // Elements of a list follow one another: what comes of an earlier one is the later one's input.
            const std::uint32_t mine = m_paths.below(shared, found);
            const bool list = isNumber(lastPart(mine)) && path != shared;
            found = list ? mine : shared;
        }
        return paths.size() > 1 && found == last && parent(last) != 0 &&
                       std::ranges::any_of(paths, [&](std::uint32_t path) { return path != last; })
                   ? parent(last)
                   : found;
    }
    // "0" of "layers.0".
    std::string_view lastPart(std::uint32_t scope) const {
        const std::string_view name = m_paths.scopes[scope].name;
        const std::size_t dot = name.rfind('.');
        return dot == std::string_view::npos ? name : name.substr(dot + 1);
    }

    const ir::Graph& m_graph;
    const std::vector<NodeId>& m_order;
    const ir::Constants& m_constants;
    ir::Connections m_connections;
    Paths m_paths;
    std::vector<std::string_view> m_raw; // by scope: the part as the file has it
    std::unordered_map<Key, std::uint32_t, Hash> m_known;
    std::vector<std::optional<std::uint32_t>> m_own; // by node: what its own names say
};

} // namespace

std::uint32_t Paths::below(std::uint32_t above, std::uint32_t scope) const {
    while (scopes[scope].depth > scopes[above].depth + 1)
        scope = scopes[scope].parent;
    return scopes[scope].depth == scopes[above].depth + 1 && scopes[scope].parent == above ? scope : 0;
}

Paths pathsOf(const ir::Graph& graph, const std::vector<NodeId>& order, const ir::Constants& constants) {
    return Namer(graph, order, constants).run();
}

} // namespace edgewright::modules
