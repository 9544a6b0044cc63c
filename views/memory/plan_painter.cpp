// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_painter.h"

#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](int x, int y) {
        return static_cast<int>(std::lround(x * share + y * (1 - share)));
    };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

QString kindName(memory::BufferKind kind) {
    const char* name = QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Activation");
    if (kind == memory::BufferKind::Input) name = QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Input");
    if (kind == memory::BufferKind::Output)
        name = QT_TRANSLATE_NOOP("edgewright::views::MemoryCharts", "Output");
    return QCoreApplication::translate("edgewright::views::MemoryCharts", name);
}

} // namespace

Item PlanPainter::hitTest(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const BufferId buffer = bufferAt(area, window, at);
    return buffer.valid() ? Item{{}, m_side->value(buffer)} : Item{};
}

void PlanPainter::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme,
                             const PlaneWindow& window, std::span<const BufferId> selected,
                             BufferId hovered) const {
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](BufferId id, const QColor& color, double width) {
        const auto rect = bufferRect(area, window, id);
        if (!rect) return;
        painter.setPen(QPen(theme.surface, width + 2));
        painter.drawRect(rect->adjusted(-1.5, -1.5, 1.5, 1.5));
        painter.setPen(QPen(color, width));
        painter.drawRect(rect->adjusted(-1.5, -1.5, 1.5, 1.5));
    };
    if (hovered.valid()) outline(hovered, theme.hover, 2);
    for (const BufferId id : selected)
        outline(id, theme.accent, 2);
}

QColor kindColor(const Theme& theme, memory::BufferKind kind) {
    switch (kind) {
    case memory::BufferKind::Input:
        return theme.category(ops::Category::ElementWise);
    case memory::BufferKind::Output:
        return theme.category(ops::Category::Normalisation);
    case memory::BufferKind::Scratch:
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
    if (rect.width() < 3 || rect.height() < 3) {
        painter.fillRect(rect, color);
        return;
    }
    painter.fillRect(rect, bufferFill(theme, kind));
    if (kind == memory::BufferKind::Input || kind == memory::BufferKind::Output)
        paintHatch(painter, rect, QPen(color, 1), 6, kind == memory::BufferKind::Output);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1));
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

double paintKindLegend(QPainter& painter, QPointF topLeft, const Theme& theme) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    double x = topLeft.x();
    for (const auto kind :
         {memory::BufferKind::Activation, memory::BufferKind::Input, memory::BufferKind::Output}) {
        const QRectF swatch(x, topLeft.y() + (metrics.height() - 10) / 2, 18, 10);
        paintBuffer(painter, swatch, theme, kind);
        painter.setPen(theme.muted);
        const QString name = kindName(kind);
        const double width = metrics.horizontalAdvance(name) + 2;
        painter.drawText(QRectF(swatch.right() + 5, topLeft.y(), width, metrics.height()), Qt::AlignVCenter,
                         name);
        x = swatch.right() + 5 + width + 12;
    }
    return x - topLeft.x() - 12;
}

QString shortName(const std::string& name, const QFontMetricsF& metrics, double width) {
    QString text = QString::fromStdString(name);
    const QString dots = QStringLiteral("…");
    if (metrics.horizontalAdvance(text) <= width) return text;
    for (qsizetype slash = text.indexOf(QLatin1Char('/')); slash >= 0;
         slash = text.indexOf(QLatin1Char('/'), slash + 1))
        if (metrics.horizontalAdvance(dots + text.mid(slash)) <= width) return dots + text.mid(slash);
    return metrics.elidedText(text.mid(text.lastIndexOf(QLatin1Char('/')) + 1), Qt::ElideMiddle, width);
}

void paintHeader(QPainter& painter, const QRectF& rect, const Theme& theme, bool after, const QString& text) {
    const QFont small = font(TextSize::Small, true);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const QColor color = after ? theme.after : theme.before;
    painter.fillRect(QRectF(rect.left(), rect.center().y() - 4, 8, 8), color);
    painter.setPen(theme.text);
    const QRectF line = rect.adjusted(14, 0, 0, 0);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, line.width()));
}

bool PixelSet::insert(const QRectF& rect) {
    const auto bits = [](double v) {
        return static_cast<std::uint64_t>(std::clamp(std::lround(v), 0L, 65535L));
    };
    const std::uint64_t key =
        bits(rect.left()) | bits(rect.top()) << 16 | bits(rect.width()) << 32 | bits(rect.height()) << 48;
    // A lossy cache: a collision only means that a rectangle is drawn twice.
    std::uint64_t& slot = m_slots[(key * 0x9e3779b97f4a7c15ull) >> 50];
    if (slot == key) return false;
    slot = key;
    return true;
}

} // namespace edgewright::views
