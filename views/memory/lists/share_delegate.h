// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a tensor in the table of those alive, with their share as a bar.
#pragma once

#include <QStyledItemDelegate>

namespace edgewright::views {

// A bar as long as the share, in the colour and pattern of the kind, behind the bytes.
class ShareDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace edgewright::views
