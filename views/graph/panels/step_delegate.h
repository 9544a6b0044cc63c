// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the steps: which operators, below them the reason in several lines and the benefit, and a button
// while the pointer is on it.
#pragma once

#include <QStyledItemDelegate>

namespace edgewright::views {

class StepDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // The rectangle of the button of a row, given that of the row.
    static QRect buttonRect(const QRect& row, const QModelIndex& index);

signals:
    void pressed(const QModelIndex& index);

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

} // namespace edgewright::views
