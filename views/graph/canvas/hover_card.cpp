// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/hover_card.h"

#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QScreen>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int Delay = 600, CardGap = 12, MaxWidth = 420;

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

void HoverCard::say(const QString& text, const QRect& avoid, Clear clear) {
    if (text.isEmpty()) return away();
    m_avoid = avoid;
    m_clear = std::move(clear);
    if (text == m_text) return;
    m_text = text;
    hide();
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
    setGeometry(placeBeside(size, {below->mapToGlobal(m_avoid.topLeft()), m_avoid.size()},
                            m_clear ? m_clear() : std::vector<QRect>(), below->screen()->availableGeometry()));
    show();
}

QRect placeBeside(QSize size, const QRect& avoid, const std::vector<QRect>& clear, const QRect& room) {
    const auto held = [](int at, int first, int last) { return std::clamp(at, first, std::max(first, last)); };
    std::vector<QRect> places;
    const auto add = [&](int x, int y) {
        const QRect place(QPoint(held(x, room.left(), room.right() + 1 - size.width()),
                                 held(y, room.top(), room.bottom() + 1 - size.height())),
                          size);
        if (!place.intersects(avoid)) places.push_back(place);
    };
    const int right = avoid.right() + CardGap, left = avoid.left() - CardGap - size.width(),
              below = avoid.bottom() + CardGap, above = avoid.top() - CardGap - size.height();
    // Beside it first where it begins, then past each of the others.
    const auto around = [&](const QRect& of) {
        for (const int x : {right, left})
            for (const int y : {of.top(), of.bottom() + CardGap, of.top() - CardGap - size.height()})
                add(x, y);
        for (const int y : {below, above})
            for (const int x : {of.left(), of.right() + CardGap, of.left() - CardGap - size.width()})
                add(x, y);
    };
    around(avoid);
    for (const QRect& each : clear)
        around(each);
    const auto covered = [&](const QRect& place) {
        std::int64_t area = 0;
        for (const QRect& each : clear) {
            const QRect both = place & each;
            if (!both.isEmpty()) area += std::int64_t(both.width()) * both.height();
        }
        return area;
    };
    const auto best = std::ranges::min_element(places, {}, covered); // the first of equal ones
    return best != places.end() ? *best : QRect(QPoint(room.left(), room.top()), size);
}

QString hoverText(const GraphScene& scene, const GraphPaintOptions& options, const GraphHit& found) {
    const auto line = [](const QString& sign, const QString& text) {
        return QStringLiteral("<br><b>%1</b> %2").arg(sign, shortNames(text, MaxInputWord).toHtmlEscaped());
    };
    if (found.box) {
        const SceneBox& box = scene.boxes()[*found.box];
        QString text = boxText(scene, box);
        if (box.kind != SceneBox::Kind::Node || box.module.valid() || box.member.valid()) return text;
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
            if (found.badge && badge.kind == Badge::Kind::Applied)
                text += line(QString(), HoverCard::tr("Click to leave this fusion out"));
            if (found.badge && badge.kind == Badge::Kind::Possible)
                text += line(QString(), HoverCard::tr("Click to apply it"));
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
