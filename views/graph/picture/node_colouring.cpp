// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/node_colouring.h"

#include "core/ops/work.h"
#include "views/graph/picture/scene/node_card.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace edgewright::views {

namespace {

struct NodeColouringText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::NodeColouring)
};

QString macsOrNone(double macs) { return macs > 0 ? macsText(macs) : NodeColouringText::tr("no MACs"); }
QString wholeBytes(double bytes) { return bytesText(static_cast<std::int64_t>(bytes)); }

template <typename Number>
NodeColouring ordered(Graphs graphs, const QString& key, const QString& title, QString (*text)(double),
                      Number&& number) {
    NodeColouring colouring;
    colouring.key = key;
    colouring.title = title;
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.text = text;
    colouring.logarithmic = true;
    for (const ir::Graph* graph : graphs)
        if (graph)
            for (const NodeId id : graph->order())
                if (const double value = number(*graph, graph->node(id)); value > 0)
                    colouring.values[id] = value;
    colouring.fitRange();
    return colouring;
}

} // namespace

std::optional<double> NodeColouring::position(NodeId node) const {
    const auto it = values.find(node);
    if (it == values.end() || std::isnan(it->second)) return std::nullopt;
    const double value = it->second;
    if (kind == Kind::Categories) return value;
    if (kind == Kind::Diverging) {
        const double reach = std::max(std::abs(low), std::abs(high));
        return reach > 0 ? std::clamp(value / reach, -1.0, 1.0) : 0.0;
    }
    if (logarithmic) {
        if (!(low > 0) || !(high > low)) return high > 0 && value >= high ? 1.0 : 0.0;
        return std::clamp(std::log(std::max(value, low) / low) / std::log(high / low), 0.0, 1.0);
    }
    return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 1.0;
}

QColor NodeColouring::colourAt(double at, const Theme& theme) const {
    switch (kind) {
    case Kind::Categories: {
        const auto index = static_cast<std::size_t>(std::max(0.0, at));
        return theme.categories[index < categories.size() ? categories[index].colour : 7];
    }
    case Kind::Diverging:
        return theme.diverging(at);
    case Kind::Ordered:
        break;
    }
    // Much is what stands out from the ground: dark on light, light on dark. The faint end keeps 3:1 to it.
    return theme.dark ? theme.ordered(0.35 + 0.65 * at) : theme.ordered(0.72 * (1 - at));
}

std::optional<QColor> NodeColouring::colour(NodeId node, const Theme& theme) const {
    const auto at = position(node);
    if (!at) return std::nullopt;
    return colourAt(*at, theme);
}

QString NodeColouring::numberText(double value) const {
    if (text) return text(value);
    return unit.isEmpty() ? significant(value) : significant(value) + u' ' + unit;
}

QString NodeColouring::valueText(NodeId node) const {
    const auto it = values.find(node);
    if (it == values.end()) return {};
    if (kind != Kind::Categories) return numberText(it->second);
    const auto index = static_cast<std::size_t>(std::max(0.0, it->second));
    return index < categories.size() ? categories[index].name : QString();
}

void NodeColouring::fitRange() {
    low = std::numeric_limits<double>::infinity();
    high = -low;
    for (const auto& entry : values) {
        if (!std::isfinite(entry.second) || (logarithmic && !(entry.second > 0))) continue;
        low = std::min(low, entry.second);
        high = std::max(high, entry.second);
    }
    if (low > high) low = high = 0;
    if (kind == Kind::Diverging) {
        high = std::max(std::abs(low), std::abs(high));
        low = -high;
    }
}

NodeColouring colourByKind(Graphs graphs) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("kind");
    colouring.title = NodeColouringText::tr("Operator kind");
    for (std::size_t i = 0; i <= static_cast<std::size_t>(ops::Category::Unknown); ++i) {
        const auto category = static_cast<ops::Category>(i);
        colouring.categories.push_back(
            {QCoreApplication::translate("edgewright::views", categoryName(category)),
             QString(QLatin1Char(categoryLetter(category))), i});
    }
    for (const ir::Graph* graph : graphs)
        if (graph)
            for (const NodeId id : graph->order())
                colouring.values[id] = static_cast<double>(ops::categoryOf(graph->node(id)));
    return colouring;
}

NodeColouring colourByMacs(Graphs graphs) {
    return ordered(graphs, QStringLiteral("macs"), NodeColouringText::tr("MACs"), macsOrNone,
                   [](const ir::Graph& graph, const ir::Node& node) {
                       return static_cast<double>(ops::macsOf(graph, node));
                   });
}

NodeColouring colourByBytes(Graphs graphs) {
    return ordered(graphs, QStringLiteral("bytes"), NodeColouringText::tr("Bytes written"), wholeBytes,
                   [](const ir::Graph& graph, const ir::Node& node) {
                       double bytes = 0;
                       for (const ValueId out : node.outputs)
                           if (out.valid() && graph.contains(out))
                               bytes += static_cast<double>(graph.value(out).type.bytes().value_or(0));
                       return bytes;
                   });
}

NodeColouring colourByDtype(Graphs graphs) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("dtype");
    colouring.title = NodeColouringText::tr("Data type");
    std::map<ir::DataType, std::size_t> seen;
    const auto typeOf = [](const ir::Graph& graph, const ir::Node& node) {
        const ValueId out = node.output(0);
        return out.valid() && graph.contains(out) ? graph.value(out).type.dtype : ir::DataType::Undefined;
    };
    for (const ir::Graph* graph : graphs)
        if (graph)
            for (const NodeId id : graph->order())
                seen.emplace(typeOf(*graph, graph->node(id)), 0);
    seen.erase(ir::DataType::Undefined);
    for (auto& [type, index] : seen) {
        index = colouring.categories.size();
        const QString name = views::text(ir::dataTypeName(type));
        QString digits;
        for (const QChar c : name)
            if (c.isDigit()) digits += c;
        const QString letter = name.left(name.startsWith(u'b') ? 2 : 1) + digits;
        colouring.categories.push_back({name, letter, index % 8});
    }
    for (const ir::Graph* graph : graphs)
        if (graph)
            for (const NodeId id : graph->order())
                if (const auto it = seen.find(typeOf(*graph, graph->node(id))); it != seen.end())
                    colouring.values[id] = static_cast<double>(it->second);
    return colouring;
}

NodeColouring colourByGroup(const std::vector<std::vector<NodeId>>& groups, const std::vector<QString>& names) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("group");
    colouring.title = NodeColouringText::tr("Fusion group");
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const QString number = integerText(static_cast<std::int64_t>(i) + 1);
        colouring.categories.push_back({i < names.size() ? names[i] : number, number, i % 7});
        for (const NodeId node : groups[i])
            colouring.values[node] = static_cast<double>(i);
    }
    return colouring;
}

} // namespace edgewright::views
