// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/step_delegate.h"

#include "views/graph/panels/steps_model.h"
#include "views/support/theme.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int RowGap = 4;

QString actionOf(const QModelIndex& index) { return index.data(StepsModel::ActionRole).toString(); }

} // namespace

QRect StepDelegate::buttonRect(const QRect& row, const QModelIndex& index) {
    const QString action = actionOf(index);
    if (action.isEmpty()) return {};
    const QFontMetrics metrics(font(TextSize::Small));
    const QSize size(metrics.horizontalAdvance(action) + 16, 24);
    return {QPoint(row.right() - size.width() - RowGap, row.center().y() - size.height() / 2), size};
}

QSize StepDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize one = QStyledItemDelegate::sizeHint(option, index);
    const int two = QFontMetrics(font(TextSize::Body)).height() + QFontMetrics(font(TextSize::Small)).height();
    return {one.width(), std::max(one.height(), two + 2 * RowGap)};
}

void StepDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QString detail = index.data(StepsModel::DetailRole).toString();
    if (detail.isEmpty()) return QStyledItemDelegate::paint(painter, option, index);
    const Theme& theme = Theme::forPalette(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (selected || hovered) {
        QColor fill = theme.accent;
        fill.setAlphaF(selected ? 0.18f : 0.08f);
        painter->fillRect(option.rect, fill);
    }
    const QRect button = selected || hovered ? buttonRect(option.rect, index) : QRect();
    QRect area = option.rect.adjusted(RowGap, RowGap, -RowGap, -RowGap);
    if (button.isValid()) area.setRight(button.left() - RowGap);
    const QVariant shown = index.data(StepsModel::DoneRole);
    const bool done = shown.isNull() || shown.toBool();
    const QFont body = font(TextSize::Body), small = font(TextSize::Small);
    const QFontMetrics bodyMetrics(body), smallMetrics(small);
    painter->setFont(body);
    painter->setPen(done ? theme.text : theme.muted);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignTop,
                      bodyMetrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignBottom,
                      smallMetrics.elidedText(detail, Qt::ElideRight, area.width()));
    if (button.isValid()) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.accent, 1));
        painter->setBrush(theme.raised);
        painter->drawRoundedRect(QRectF(button).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter->setPen(theme.text);
        painter->drawText(button, Qt::AlignCenter, actionOf(index));
    }
    painter->restore();
}

bool StepDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && buttonRect(option.rect, index).contains(mouse->pos())) {
            emit pressed(index);
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace edgewright::views
