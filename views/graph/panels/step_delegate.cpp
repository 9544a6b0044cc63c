// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/step_delegate.h"

#include "views/graph/panels/steps_model.h"
#include "views/support/theme.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int StepGap = 4;

QString actionOf(const QModelIndex& index) { return index.data(StepsModel::ActionRole).toString(); }

} // namespace

QRect StepDelegate::buttonRect(const QRect& row, const QModelIndex& index) {
    const QString action = actionOf(index);
    if (action.isEmpty()) return {};
    const QFontMetrics metrics(font(TextSize::Small));
    const QSize size(metrics.horizontalAdvance(action) + 16, 22);
    return {QPoint(row.right() - size.width() - StepGap, row.top() + StepGap / 2), size};
}

namespace {

constexpr int MaxReasonLines = 4, MaxRuleLines = 3;

struct StepLines {
    QString title, reason, benefit;
    QRect reasonRect; // relative to the upper left corner of the row
    int height = 0, titleHeight = 0;
};

// Names may go on in the next line after these.
QString breakable(QString sentence) {
    constexpr QChar Break(0x200b);
    for (const QChar at : {u'+', u'/', u'_', u'.'})
        sentence.replace(at, QString(at) + Break);
    return sentence;
}

// Laid out for a row of `width` pixels.
StepLines linesOf(const QModelIndex& index, int width) {
    StepLines lines{index.data().toString(),
                    breakable(index.data(StepsModel::DetailRole).toString()),
                    index.data(StepsModel::BenefitRole).toString(),
                    {},
                    0,
                    0};
    const bool isRule = index.model()->hasChildren(index); // whose title is a sentence
    const QFontMetrics body(font(TextSize::Body, isRule)), small(font(TextSize::Small));
    const int room = std::max(width - 2 * StepGap, 40);
    lines.titleHeight = body.height();
    if (isRule)
        lines.titleHeight =
            std::clamp(body.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, lines.title).height(),
                       body.height(), MaxRuleLines * body.lineSpacing());
    int reason = 0;
    if (!lines.reason.isEmpty())
        reason = std::min(small.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, lines.reason).height(),
                          MaxReasonLines * small.lineSpacing());
    lines.reasonRect = QRect(StepGap, StepGap + lines.titleHeight, room, reason);
    lines.height = 2 * StepGap + lines.titleHeight + reason + (lines.benefit.isEmpty() ? 0 : small.height());
    return lines;
}

// A view asks for sizes before it knows the rectangle of the row.
int widthOf(const QStyleOptionViewItem& option, const QModelIndex& index) {
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    if (!tree) return option.rect.width();
    int depth = 1;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    return tree->viewport()->width() - depth * tree->indentation();
}

} // namespace

QSize StepDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize one = QStyledItemDelegate::sizeHint(option, index);
    if (!index.parent().isValid()) return {one.width(), std::max(one.height(), 28)};
    return {one.width(), linesOf(index, widthOf(option, index)).height};
}

void StepDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    if (!index.parent().isValid()) return QStyledItemDelegate::paint(painter, option, index);
    const Theme& theme = Theme::forPalette(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (selected || hovered) {
        QColor fill = theme.accent;
        fill.setAlphaF(selected ? 0.18f : 0.08f);
        painter->fillRect(option.rect, fill);
    }
    const StepLines lines = linesOf(index, option.rect.width());
    const QRect button = selected || hovered ? buttonRect(option.rect, index) : QRect();
    QRect area = option.rect.adjusted(StepGap, StepGap, -StepGap, -StepGap);
    const QVariant shown = index.data(StepsModel::DoneRole);
    const bool done = shown.isNull() || shown.toBool();
    const bool isRule = index.model()->hasChildren(index);
    const QFont body = font(TextSize::Body, isRule), small = font(TextSize::Small);
    const QFontMetrics bodyMetrics(body), smallMetrics(small);
    QRect titleRect = area;
    if (button.isValid()) titleRect.setRight(button.left() - StepGap);
    painter->setFont(body);
    painter->setPen(done ? theme.text : theme.muted);
    titleRect.setHeight(lines.titleHeight);
    if (isRule)
        painter->drawText(titleRect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, lines.title);
    else
        painter->drawText(titleRect, Qt::AlignLeft | Qt::AlignTop,
                          bodyMetrics.elidedText(lines.title, Qt::ElideRight, titleRect.width()));
    painter->setFont(small);
    painter->setPen(theme.muted);
    if (!lines.reason.isEmpty())
        painter->drawText(lines.reasonRect.translated(option.rect.topLeft()),
                          Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, lines.reason);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignBottom,
                      smallMetrics.elidedText(lines.benefit, Qt::ElideRight, area.width()));
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
