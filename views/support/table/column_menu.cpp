// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/column_menu.h"

#include "views/support/table/table_text.h"

#include <QAction>
#include <QMenu>
#include <QSettings>

namespace edgewright::views {

namespace {

class ColumnMenu final : public QObject {
public:
    explicit ColumnMenu(QHeaderView& heads) : QObject(&heads), m_heads(heads) {
        heads.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&heads, &QWidget::customContextMenuRequested, this, &ColumnMenu::popUp);
        connect(heads.model(), &QAbstractItemModel::modelReset, this, &ColumnMenu::fold);
        fold();
    }

private:
    QVariant head(int column, int role = Qt::DisplayRole) const {
        return m_heads.model()->headerData(column, Qt::Horizontal, role);
    }
    QString setting() const { return QStringLiteral("columns/") + m_heads.parentWidget()->objectName(); }

    // By what was chosen, else as the columns say themselves.
    void fold() {
        const QVariantMap chosen = QSettings().value(setting()).toMap();
        for (int column = 0; column < m_heads.model()->columnCount(); ++column)
            m_heads.setSectionHidden(
                column,
                !chosen.value(head(column, KeyRole).toString(), !head(column, FoldedRole).toBool()).toBool());
    }

    void popUp(const QPoint& place) {
        auto* menu = new QMenu(m_heads.parentWidget());
        menu->setObjectName(QStringLiteral("columnMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (int column = 0; column < m_heads.model()->columnCount(); ++column) {
            const QString key = head(column, KeyRole).toString();
            if (key.isEmpty()) continue;
            QAction* const action = menu->addAction(head(column).toString());
            action->setToolTip(head(column, Qt::ToolTipRole).toString());
            action->setCheckable(true);
            action->setChecked(!m_heads.isSectionHidden(column));
            action->setEnabled(column > 0); // rows keep their names
            connect(action, &QAction::toggled, this, [this, key, column](bool on) {
                QVariantMap chosen = QSettings().value(setting()).toMap();
                chosen.insert(key, on);
                QSettings().setValue(setting(), chosen);
                fold();
                if (on)
                    QMetaObject::invokeMethod(m_heads.parentWidget(), "resizeColumnToContents",
                                              Q_ARG(int, column));
            });
        }
        if (menu->isEmpty()) return menu->deleteLater();
        menu->setToolTipsVisible(true);
        menu->popup(m_heads.mapToGlobal(place));
    }

    QHeaderView& m_heads;
};

} // namespace

void addColumnMenu(QHeaderView& heads) { new ColumnMenu(heads); }

} // namespace edgewright::views
