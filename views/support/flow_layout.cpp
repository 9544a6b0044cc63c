// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/flow_layout.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace edgewright::views {

FlowLayout::FlowLayout(QWidget* parent, int gap, int rowGap) : QLayout(parent), m_gap(gap), m_rowGap(rowGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    const auto at = m_items.begin() + index;
    QLayoutItem* taken = at->release();
    m_items.erase(at);
    return taken;
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

QSize FlowLayout::sizeHint() const {
    QSize all;
    for (const auto& item : m_items)
        if (!item->isEmpty()) {
            const QSize hint = item->sizeHint();
            all = {all.width() + (all.width() > 0 ? m_gap : 0) + hint.width(),
                   std::max(all.height(), hint.height())};
        }
    return all;
}

QSize FlowLayout::minimumSize() const {
    QSize least;
    for (const auto& item : m_items)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
    std::vector<std::pair<QLayoutItem*, QSize>> row;
    int used = 0, height = 0, top = rect.top();
    const auto finish = [&] {
        int x = rect.left(), right = rect.right() + 1;
        for (const auto& [item, size] : row) {
            const bool atEnd = item->alignment().testFlag(Qt::AlignRight);
            if (atEnd) right -= size.width();
            if (move) item->setGeometry(QRect({atEnd ? right : x, top + (height - size.height()) / 2}, size));
            if (atEnd)
                right -= m_gap;
            else
                x += size.width() + m_gap;
        }
        top += height;
        row.clear();
        used = height = 0;
    };
    for (const auto& item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size =
            item->sizeHint().boundedTo({std::max(rect.width(), item->minimumSize().width()), QWIDGETSIZE_MAX});
        if (!row.empty() && used + m_gap + size.width() > rect.width()) {
            finish();
            top += m_rowGap;
        }
        used += (row.empty() ? 0 : m_gap) + size.width();
        height = std::max(height, size.height());
        row.emplace_back(item.get(), size);
    }
    finish();
    return top - rect.top();
}

} // namespace edgewright::views
