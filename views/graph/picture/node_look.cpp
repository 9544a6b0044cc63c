// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/node_look.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct NodeLookText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Change)
};

// Of a module the farthest from zero; of categories the one that all of its nodes have.
std::optional<double> positionOf(const SceneBox& box, const NodeColouring& colouring) {
    if (box.member.valid()) return std::nullopt;
    if (!box.module.valid()) return colouring.position(box.node);
    std::optional<double> found;
    for (const NodeId id : box.nodes) {
        const auto at = colouring.position(id);
        if (colouring.kind == NodeColouring::Kind::Categories) {
            if (!at || (found && *found != *at)) return std::nullopt;
            found = at;
        } else if (at && (!found || std::abs(*at) > std::abs(*found))) {
            found = at;
        }
    }
    return found;
}

} // namespace

QColor changeColour(Change change, const Theme& theme) {
    return change == Change::Removed ? theme.bad : change == Change::Added ? theme.good : theme.warn;
}

QString changeSign(Change change) {
    return change == Change::Removed    ? QStringLiteral("−")
           : change == Change::Absorbed ? QStringLiteral("→")
           : change == Change::Added    ? QStringLiteral("+")
                                        : QStringLiteral("≠");
}

QString changeWord(Change change) {
    return change == Change::Removed    ? NodeLookText::tr("removed")
           : change == Change::Absorbed ? NodeLookText::tr("absorbed")
           : change == Change::Added    ? NodeLookText::tr("new")
                                        : NodeLookText::tr("changed");
}

std::vector<NodeLook> looksOf(const GraphScene& scene, const Theme& theme, const NodeColouring* colouring,
                              const std::set<int>& dimmed, const Changes& changes) {
    constexpr double Faded = 0.3;
    std::vector<NodeLook> looks(scene.boxes().size());
    const bool byKind = !colouring || colouring->key == QStringLiteral("kind");
    for (std::size_t i = 0; i < looks.size(); ++i) {
        const SceneBox& box = scene.boxes()[i];
        NodeLook& look = looks[i];
        if (box.kind != SceneBox::Kind::Node) {
            look.colour = theme.muted;
            look.flat = theme.muted.rgb();
            look.dimmed = !dimmed.empty() || !changes.empty();
        } else if (byKind) {
            look.colour = theme.category(box.category);
            look.flat = mixed(look.colour, theme.surface, 0.7).rgb();
            look.letter = QString(QLatin1Char(categoryLetter(box.category)));
            look.dimmed = dimmed.count(static_cast<int>(box.category)) != 0;
        } else if (const auto at = positionOf(box, *colouring)) {
            look.colour = colouring->colourAt(*at, theme);
            look.flat = look.colour.rgb();
            if (colouring->kind == NodeColouring::Kind::Categories) {
                const auto category = static_cast<std::size_t>(std::max(0.0, *at));
                if (category < colouring->categories.size())
                    look.letter = colouring->categories[category].letter;
                look.dimmed = dimmed.count(static_cast<int>(category)) != 0;
            } else {
                look.level = 0.12 + 0.88 * std::abs(*at);
            }
        } else {
            look.colour = theme.line;
            look.flat = theme.line.rgb();
            look.hasData = false;
            look.dimmed = !dimmed.empty();
        }
        if (!changes.empty() && box.kind == SceneBox::Kind::Node) {
            auto change = changes.find(box.node);
            for (auto id = box.nodes.begin(); id != box.nodes.end() && change == changes.end(); ++id)
                change = changes.find(*id);
            look.dimmed = change == changes.end();
            if (change != changes.end()) look.flat = changeColour(change->second, theme).rgb();
        }
        if (look.dimmed) {
            look.colour = mixed(look.colour, theme.background, Faded);
            look.flat = mixed(QColor(look.flat), theme.background, Faded).rgb();
        }
    }
    return looks;
}

} // namespace edgewright::views
