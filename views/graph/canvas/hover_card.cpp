// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/hover_card.h"

#include "views/graph/picture/scene/module_card.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QScreen>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int Delay = 120, CardGap = 12, MaxWidth = 420;

constexpr int MaxReasons = 6, MaxInputWord = 44;

} // namespace

HoverCard::HoverCard(QWidget* over) : QLabel(over, Qt::ToolTip | Qt::FramelessWindowHint) {
    setObjectName(QStringLiteral("hoverCard"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setTextFormat(Qt::RichText);
    setMargin(8);
    setFrameShape(QFrame::StyledPanel);
    m_delay.setSingleShot(true);
    m_delay.setInterval(Delay);
    connect(&m_delay, &QTimer::timeout, this, &HoverCard::open);
    hide();
}

void HoverCard::say(const QString& text, QPoint at, const QRect& avoid) {
    if (text.isEmpty()) return away();
    m_at = at;
    m_avoid = avoid;
    if (text == m_text) return;
    m_text = text;
    if (isVisible())
        open(); // from one box to the next without waiting again
    else
        m_delay.start();
}

void HoverCard::away() {
    m_text.clear();
    m_delay.stop();
    hide();
}

void HoverCard::open() {
    const QWidget* below = parentWidget();
    if (m_text.isEmpty() || !below->isVisible()) return;
    const Theme& theme = Theme::forPalette(below->palette());
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Window, theme.surface);
    colours.setColor(QPalette::WindowText, theme.text);
    setPalette(colours);
    setAutoFillBackground(true);
    setWordWrap(false);
    setText(m_text);
    QSize size = sizeHint();
    if (size.width() > MaxWidth) {
        setWordWrap(true);
        size = QSize(MaxWidth, heightForWidth(MaxWidth));
    }
    // To the right of what it describes, else to the left, else below the pointer.
    const QRect room = below->screen()->availableGeometry();
    const QRect avoid(below->mapToGlobal(m_avoid.topLeft()), m_avoid.size());
    const QPoint at = below->mapToGlobal(m_at);
    QPoint corner(avoid.right() + CardGap, avoid.top());
    if (corner.x() + size.width() > room.right()) corner.setX(avoid.left() - CardGap - size.width());
    if (corner.x() < room.left()) corner = at + QPoint(CardGap, 2 * CardGap);
    corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - size.width())));
    corner.setY(std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    setGeometry(QRect(corner, size));
    show();
}

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
