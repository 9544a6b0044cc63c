// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/share_delegate.h"

#include "views/memory/chart/plan_painter.h"
#include "views/memory/lists/alive_model.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace edgewright::views {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem plain = option;
    initStyleOption(&plain, index);
    const QString text = std::exchange(plain.text, QString());
    const QStyle* style = plain.widget ? plain.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
    const Theme& theme = Theme::forPalette(plain.palette);
    const QRectF room = QRectF(option.rect).adjusted(4, 3, -4, -3);
    const double length = std::max(room.width() * index.data(AliveModel::ShareRole).toDouble(), 1.0);
    painter->save();
    paintBuffer(*painter, QRectF(room.right() - length, room.bottom() - 3, length, 3), theme,
                static_cast<memory::BufferKind>(index.data(AliveModel::KindRole).toInt()));
    painter->setFont(plain.font);
    painter->setPen(plain.palette.color(plain.state.testFlag(QStyle::State_Selected) ? QPalette::HighlightedText
                                                                                     : QPalette::Text));
    painter->drawText(room.adjusted(0, -2, 0, -3), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

} // namespace edgewright::views
