// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/hover_text.h"

#include "views/graph/picture/module_card.h"
#include "views/support/short_name.h"

namespace edgewright::views {

namespace {

constexpr int MaxReasons = 6, MaxInputWord = 44;

} // namespace

QString hoverText(const GraphScene& scene, const GraphPaintOptions& options, const GraphHit& found) {
    const auto line = [](const QString& sign, const QString& text) {
        return QStringLiteral("<br><b>%1</b> %2").arg(sign, shortNames(text, MaxInputWord).toHtmlEscaped());
    };
    if (found.box) {
        const SceneBox& box = scene.boxes()[*found.box];
        if (box.kind != SceneBox::Kind::Node) return valueToolTip(scene.graph().value(box.value));
        if (box.module.valid())
            return moduleToolTip(*scene.options().folding.modules, box.module, box.nodes.size(), box.facts);
        const ir::Node& node = *scene.nodeOf(box);
        const ir::Graph& graph = box.member.valid() ? *scene.graph().node(box.node).body : scene.graph();
        QString text = nodeToolTip(graph, node, box.facts);
        if (box.member.valid()) return text;
        if (const auto& colouring = options.colouring)
            if (const QString value = colouring->valueText(box.node); !value.isEmpty())
                text +=
                    QStringLiteral("<br>%1: %2").arg(colouring->title.toHtmlEscaped(), value.toHtmlEscaped());
        if (const auto change = options.changes.find(box.node); change != options.changes.end())
            text += line(changeSign(change->second), changeWord(change->second));
        const auto badges = options.badges.find(box.node);
        if (badges == options.badges.end()) return text;
        int shown = 0;
        for (std::size_t i = 0; i < badges->second.size(); ++i) {
            const Badge& badge = badges->second[i];
            if (found.badge && *found.badge != i) continue;
            for (const QString& reason : badge.reasons)
                if (shown++ < MaxReasons)
                    text += line(badge.kind == Badge::Kind::Applied    ? QStringLiteral("✓")
                                 : badge.kind == Badge::Kind::Possible ? QStringLiteral("▸")
                                 : badge.kind == Badge::Kind::Refused  ? QStringLiteral("!")
                                                                       : QStringLiteral("Δ"),
                                 reason);
        }
        return text;
    }
    if (found.edge) {
        const SceneEdge& edge = scene.edges()[*found.edge];
        if (edge.value.valid()) return valueToolTip(scene.graph().value(edge.value));
    }
    if (found.hull && found.hullTag)
        return QStringLiteral("<b>%1</b>").arg(scene.hulls()[*found.hull].spec.tag.toHtmlEscaped());
    return {};
}

} // namespace edgewright::views
