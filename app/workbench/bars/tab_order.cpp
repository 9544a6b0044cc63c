// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/tab_order.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace edgewright::workbench {

namespace {

constexpr int MaxOverlap = 2; // pixels, of parts that still count as beside each other

struct Part {
    QRect place; // in what it is a part of
    QList<QWidget*> stops;
};

enum class Cut { BetweenRows, BetweenColumns };

int beginOf(const Part& part, Cut cut) {
    return cut == Cut::BetweenRows ? part.place.top() : part.place.left();
}
int endOf(const Part& part, Cut cut) {
    return cut == Cut::BetweenRows ? part.place.bottom() : part.place.right();
}

// Cuts between rows, those between columns, and so on, as far as a straight line separates any.
void sortAsRead(std::span<Part> parts, Cut cut, bool isWhole = false) {
    if (parts.size() < 2) return;
    std::ranges::stable_sort(parts, {}, [cut](const Part& part) { return beginOf(part, cut); });
    const Cut other = cut == Cut::BetweenRows ? Cut::BetweenColumns : Cut::BetweenRows;
    std::size_t first = 0;
    int end = endOf(parts.front(), cut);
    for (std::size_t i = 1; i <= parts.size(); ++i) {
        if (i < parts.size() && beginOf(parts[i], cut) <= end - MaxOverlap) {
            end = std::max(end, endOf(parts[i], cut));
            continue;
        }
        const bool isCut = first > 0 || i < parts.size();
        if (isCut)
            sortAsRead(parts.subspan(first, i - first), other);
        else if (!isWhole)
            return sortAsRead(parts, other, true);
        else // no line goes between them
            std::ranges::stable_sort(
                parts, {}, [](const Part& part) { return std::pair(part.place.top(), part.place.left()); });
        first = i;
        if (i < parts.size()) end = endOf(parts[i], cut);
    }
}

bool isStop(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isEnabled() && widget.isVisible() &&
           !widget.focusProxy();
}

QList<QWidget*> stopsIn(const QWidget& widget, const QWidget* also) {
    std::vector<Part> parts;
    for (QObject* object : widget.children()) {
        auto* child = qobject_cast<QWidget*>(object);
        const bool holds =
            child && also && (child == also || child->isAncestorOf(also)); // may be hidden by now
        if (!child || child->isWindow() || (!holds && (!child->isVisible() || child->size().isEmpty())))
            continue;
        Part part{child->geometry(), {}};
        if (child == also || isStop(*child)) part.stops << child;
        part.stops << stopsIn(*child, also);
        if (!part.stops.isEmpty()) parts.push_back(std::move(part));
    }
    sortAsRead(parts, Cut::BetweenRows);
    QList<QWidget*> stops;
    for (const Part& part : parts)
        stops << part.stops;
    return stops;
}

} // namespace

QList<QWidget*> tabStops(const QWidget& window, const QWidget* also) { return stopsIn(window, also); }

QWidget* nextTabStop(const QWidget& window, const QWidget* from, bool forward) {
    const QList<QWidget*> stops = tabStops(window, from);
    const qsizetype count = stops.size(), at = from ? stops.indexOf(from) : -1;
    if (count == 0) return nullptr;
    const qsizetype next = at < 0 ? (forward ? 0 : count - 1) : (at + (forward ? 1 : count - 1)) % count;
    return stops[next] == from ? nullptr : stops[next];
}

bool isField(const QWidget& widget) {
    return qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
           qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget);
}

bool isContent(const QWidget& widget) {
    return !isField(widget) && !qobject_cast<const QAbstractButton*>(&widget) &&
           !qobject_cast<const QTabBar*>(&widget) && !qobject_cast<const QLabel*>(&widget);
}

QWidget* mainStop(const QWidget& page) {
    const auto isTable = [](const QWidget& stop) {
        return qobject_cast<const QAbstractItemView*>(&stop) != nullptr;
    };
    // Of those that are about as large, the first.
    const auto isMore = [&](const QWidget& stop, const QWidget& other) {
        if (isTable(stop) != isTable(other)) return isTable(other);
        return 8 * stop.width() * stop.height() > 9 * other.width() * other.height();
    };
    QWidget* most = nullptr;
    for (QWidget* stop : tabStops(page))
        if (isContent(*stop) && (!most || isMore(*stop, *most))) most = stop;
    return most;
}

void bringIntoView(QWidget& widget) {
    for (QWidget* around = widget.parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around)) area->ensureWidgetVisible(&widget);
}

} // namespace edgewright::workbench
