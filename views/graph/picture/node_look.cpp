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
        } else if (const auto at = box.member.valid() ? std::nullopt : colouring->position(box.node)) {
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
            const auto change = changes.find(box.node);
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
