// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/operator_title.h"

#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxShownMembers = 4;

QString shortOperator(const std::string& op) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> Known{{
        {"BatchNormalization", "BN"},
        {"GlobalAveragePool", "GlobalAvgPool"},
        {"InstanceNormalization", "IN"},
        {"LayerNormalization", "LN"},
        {"QuantizeLinear", "Q"},
        {"DequantizeLinear", "DQ"},
    }};
    for (const auto& [name, brief] : Known)
        if (op == name) return text(brief);
    return text(op);
}

} // namespace

QString operatorsText(const ir::Graph& graph, const std::vector<NodeId>& nodes) {
    QStringList names;
    std::size_t left = 0;
    for (const NodeId id : nodes)
        if (graph.contains(id)) {
            if (static_cast<std::size_t>(names.size()) < MaxShownMembers)
                names << shortOperator(graph.node(id).op);
            else
                ++left;
        }
    QString joined = names.join(QStringLiteral(" + "));
    if (left > 0)
        joined += QCoreApplication::translate("edgewright::views::OperatorTitle", " + %n more", nullptr,
                                              static_cast<int>(left));
    return joined;
}

bool isTitledByFunction(const ir::Node& node) {
    if (!node.body || node.body->order().empty()) return false;
    return node.domain != ir::FusedDomain || (node.body->name != node.op && !node.body->name.empty());
}

QString operatorTitle(const ir::Node& node) {
    const bool group = node.domain == ir::FusedDomain && node.body && !node.body->order().empty();
    if (isTitledByFunction(node))
        return text(group ? node.body->name : node.op) + QStringLiteral(" · ") +
               QCoreApplication::translate(
                   "edgewright::views::OperatorTitle", "%n nodes", nullptr,
                   static_cast<int>(std::max(node.origins.size(), node.body->nodeCount())));
    return group ? operatorsText(*node.body, {node.body->order().begin(), node.body->order().end()})
                 : text(node.op);
}

} // namespace edgewright::views
