// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of buffers in colour, pattern and words, and the legend that shows them.
#include "views/memory/chart/hatch.h"

#include "views/memory/chart/plan_painter.h"
#include "views/support/legend_flow.h"
#include "views/support/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct Kind {
    memory::BufferKind kind;
    const char* name;
};
constexpr std::array Kinds{
    Kind{memory::BufferKind::Activation, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Activation")},
    Kind{memory::BufferKind::Input, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Input")},
    Kind{memory::BufferKind::Output, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Output")},
    Kind{memory::BufferKind::Scratch, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Working memory")},
    Kind{memory::BufferKind::Body, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Inside a node")},
    Kind{memory::BufferKind::Weight, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Weight")}};

bool leavesBytesUnused(const PlanSide& side) {
    for (std::int64_t step = 0; step < side.steps(); ++step)
        if (side.top(step) > side.liveBytes(step)) return true;
    return false;
}

QString said(const char* text) { return QCoreApplication::translate("edgewright::views::MemoryCharts", text); }

} // namespace

QString kindName(memory::BufferKind kind) {
    const auto found = std::ranges::find(Kinds, kind, &Kind::kind);
    return found == Kinds.end() ? QString() : said(found->name);
}

QColor kindColor(const Theme& theme, memory::BufferKind kind) {
    switch (kind) {
    case memory::BufferKind::Input:
        return theme.category(ops::Category::ElementWise);
    case memory::BufferKind::Output:
        return theme.category(ops::Category::Normalisation);
    case memory::BufferKind::Scratch:
        return theme.category(ops::Category::Quantization);
    case memory::BufferKind::Body:
        return theme.category(ops::Category::ControlFlow);
    case memory::BufferKind::Weight:
        return theme.category(ops::Category::DataMovement);
    case memory::BufferKind::Activation:
        break;
    }
    return theme.category(ops::Category::Compute);
}

QColor bufferFill(const Theme& theme, memory::BufferKind kind) {
    return mixed(kindColor(theme, kind), theme.surface, theme.dark ? 0.55 : 0.5);
}

void paintBuffer(QPainter& painter, const QRectF& rect, const Theme& theme, memory::BufferKind kind) {
    const QColor color = kindColor(theme, kind);
    // On whole pixels, edge by edge, so that neighbours still touch; and without smoothing, which costs more
    // than all the rest where there are thousands.
    const QPoint from(static_cast<int>(std::lround(rect.left())), static_cast<int>(std::lround(rect.top())));
    const int width = std::max(static_cast<int>(std::lround(rect.right())) - from.x(), 1);
    const int height = std::max(static_cast<int>(std::lround(rect.bottom())) - from.y(), 1);
    const QRect box(from, QSize(width, height));
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    if (smooth) painter.setRenderHint(QPainter::Antialiasing, false);
    if (width < 3 || height < 3) {
        painter.fillRect(box, color);
        if (smooth) painter.setRenderHint(QPainter::Antialiasing);
        return;
    }
    painter.fillRect(box, color);
    painter.fillRect(box.adjusted(1, 1, -1, -1), bufferFill(theme, kind));
    if (smooth) painter.setRenderHint(QPainter::Antialiasing);
    if (kind == memory::BufferKind::Activation) return;
    const QPen pen(color, 1);
    const bool body = kind == memory::BufferKind::Body;
    const bool falling = kind == memory::BufferKind::Output || kind == memory::BufferKind::Scratch;
    if (!falling || body) paintHatch(painter, box, pen, kind == memory::BufferKind::Weight ? 3 : 6, false);
    if (falling || body) paintHatch(painter, box, pen, kind == memory::BufferKind::Scratch ? 3 : 6, true);
}

void paintGap(QPainter& painter, const QRectF& rect, const Theme& theme, memory::BufferKind kind) {
    QColor ground = bufferFill(theme, kind);
    ground.setAlphaF(0.35f);
    painter.fillRect(rect, ground);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(kindColor(theme, kind), 1, Qt::DashLine));
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

Qt::PenStyle linkStyle(memory::SharingKind kind) {
    switch (kind) {
    case memory::SharingKind::View:
        return Qt::DotLine;
    case memory::SharingKind::Part:
        return Qt::DashLine;
    case memory::SharingKind::Overwrite:
        break;
    }
    return Qt::SolidLine;
}

QSizeF paintKindLegend(QPainter* painter, const QRectF& area, const Theme& theme,
                       std::span<const std::shared_ptr<const PlanSide>> sides, bool withArena) {
    constexpr double KindSwatch = 18, KindSpace = 5, KindGap = 12;
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    LegendFlow flow(area.topLeft(), area.width(), std::max(std::ceil(metrics.height()), 14.0));
    if (painter) painter->setFont(small);
    const auto entry = [&](const QString& name, const auto& swatch) {
        const double width = metrics.horizontalAdvance(name) + 2;
        const QPointF at = flow.place(KindSwatch + KindSpace + width, KindGap);
        if (!painter) return;
        swatch(*painter, QRectF(at.x(), at.y() + (metrics.height() - 10) / 2, KindSwatch, 10));
        painter->setPen(theme.muted);
        painter->drawText(QRectF(at.x() + KindSwatch + KindSpace, at.y(), width, metrics.height()),
                          Qt::AlignVCenter, name);
    };
    for (const Kind& kind : Kinds) {
        const bool there = std::ranges::any_of(sides, [&](const auto& side) {
            return side && std::ranges::find(side->problem().buffers, kind.kind, &memory::Buffer::kind) !=
                               side->problem().buffers.end();
        });
        if (there || (sides.empty() && kind.kind == memory::BufferKind::Activation))
            entry(kindName(kind.kind),
                  [&](QPainter& on, const QRectF& at) { paintBuffer(on, at, theme, kind.kind); });
    }
    const auto linked = [&](memory::SharingKind kind) {
        return std::ranges::any_of(sides, [&](const auto& side) {
            return side && std::ranges::find(side->links(), kind, &Link::kind) != side->links().end();
        });
    };
    const auto line = [&](Qt::PenStyle style) {
        return [&theme, style](QPainter& on, const QRectF& at) {
            on.setPen(QPen(theme.text, 1.2, style));
            on.drawLine(QPointF(at.left(), at.center().y()), QPointF(at.right(), at.center().y()));
        };
    };
    for (const auto& [kind, name] :
         {std::pair(memory::SharingKind::Overwrite,
                    QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "In place")),
          std::pair(memory::SharingKind::View, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "View")),
          std::pair(memory::SharingKind::Part, QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Part"))})
        if (linked(kind)) entry(said(name), line(linkStyle(kind)));
    const bool gaps = std::ranges::any_of(sides, [](const auto& side) {
        return side && std::ranges::any_of(side->problem().buffers,
                                           [](const memory::Buffer& buffer) { return !buffer.gaps.empty(); });
    });
    if (gaps)
        entry(said(QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Left free by parts")),
              [&](QPainter& on, const QRectF& at) { paintGap(on, at, theme, memory::BufferKind::Activation); });
    const bool unused =
        std::ranges::any_of(sides, [](const auto& side) { return side && leavesBytesUnused(*side); });
    if (withArena && unused)
        entry(said(QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Unused")),
              [&](QPainter& on, const QRectF& at) {
                  on.fillRect(at, theme.raised);
                  paintHatch(on, at, QPen(theme.line, 1), 5, false);
              });
    return flow.used();
}

} // namespace edgewright::views
