// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_copy.h"

#include "views/support/quantity.h"
#include "views/support/save_name.h"
#include "views/support/table/table_text.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSet>

#include <algorithm>

namespace edgewright::views {

namespace {

class TableCopy final : public QObject {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TableCopy)
public:
    TableCopy(QAbstractItemView& view, QString name) : QObject(&view), m_view(view), m_name(std::move(name)) {
        view.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&view, &QWidget::customContextMenuRequested, this, &TableCopy::popUp);
        auto* copy = new QAction(tr("Copy rows"), &view);
        copy->setObjectName(QStringLiteral("copyRows"));
        copy->setShortcut(QKeySequence::Copy);
        copy->setShortcutContext(Qt::WidgetShortcut);
        connect(copy, &QAction::triggered, this, &TableCopy::copyRows);
        view.addAction(copy);
        m_copy = copy;
    }

private:
    // In the order in which they stand.
    QModelIndexList chosenRows() const {
        QModelIndexList rows;
        if (!m_view.selectionModel()) return rows;
        QSet<QModelIndex> seen;
        for (const QModelIndex& index : m_view.selectionModel()->selectedIndexes())
            if (const QModelIndex row = index.siblingAtColumn(0); !seen.contains(row)) {
                seen.insert(row);
                rows << row;
            }
        std::ranges::sort(rows, [&](const QModelIndex& a, const QModelIndex& b) {
            return m_view.visualRect(a).top() < m_view.visualRect(b).top();
        });
        return rows;
    }
    void copyText(const QString& text) { QGuiApplication::clipboard()->setText(withPlainMinus(text)); }
    void copyRows() {
        const QModelIndexList rows = chosenRows();
        copyText(tableText(*m_view.model(), rows.isEmpty() ? allRows(*m_view.model()) : rows,
                           TableFormat::TabSeparated));
    }
    void copyAll() {
        copyText(tableText(*m_view.model(), allRows(*m_view.model()), TableFormat::TabSeparated));
    }
    void save() {
        const QString file = askSaveName(m_view.window(), tr("Save table"), m_name + QStringLiteral(".csv"),
                                         tr("Tables (*.csv)"), QStringLiteral(".csv"));
        if (file.isEmpty()) return;
        if (const Result<void> written = writeTable(*m_view.model(), file); !written)
            QMessageBox::warning(m_view.window(), tr("Save table"),
                                 QString::fromStdString(written.error().message));
    }
    void popUp(const QPoint& at) {
        const QModelIndex cell = m_view.indexAt(at);
        auto* menu = new QMenu(&m_view);
        menu->setObjectName(QStringLiteral("tableMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (QAction* action : m_view.actions())
            if (action != m_copy) menu->addAction(action);
        if (!menu->isEmpty()) menu->addSeparator();
        const QString value = cell.data().toString();
        if (!value.isEmpty()) {
            const QString shown = menu->fontMetrics().elidedText(value, Qt::ElideMiddle, 240);
            menu->addAction(tr("Copy “%1”").arg(shown), this, [this, value] { copyText(value); });
        }
        const auto chosen = static_cast<int>(chosenRows().size());
        if (chosen > 0) {
            menu->addAction(m_copy);
            m_copy->setText(tr("Copy %n rows", nullptr, chosen));
        }
        menu->addAction(tr("Copy table"), this, &TableCopy::copyAll);
        menu->addAction(tr("Save as CSV…"), this, &TableCopy::save);
        menu->popup(m_view.viewport()->mapToGlobal(at));
    }

    QAbstractItemView& m_view;
    QString m_name;
    QAction* m_copy = nullptr;
};

} // namespace

void addTableCopy(QAbstractItemView& view, const QString& name) { new TableCopy(view, name); }

} // namespace edgewright::views
