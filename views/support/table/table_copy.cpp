// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_copy.h"

#include "views/support/plain_tip.h"
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
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr const char* OriginProperty = "tableOrigin"; // of a window: a TableOrigin

struct TableOrigin {
    std::function<std::vector<std::string>()> lines;
};

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

    NamedTable written() const {
        const QModelIndexList all = allRows(*m_view.model());
        QModelIndexList known;
        for (const QModelIndex& row : all)
            if (!row.data(PendingRole).toBool()) known << row;
        NamedTable made{tableOf(known), about(), &m_view};
        if (known.size() < all.size())
            made.about.caption += tr(" (%1 of %2 rows; the others were not computed)")
                                      .arg(known.size())
                                      .arg(all.size())
                                      .toStdString();
        return made;
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
        copyText(tableText(*m_view.model(), rows.isEmpty() ? allRows(*m_view.model()) : rows));
    }
    void copyAll() { copyText(tableText(*m_view.model(), allRows(*m_view.model()))); }
    bool isHidden(int column) const {
        if (const auto* table = qobject_cast<const QTableView*>(&m_view)) return table->isColumnHidden(column);
        const auto* tree = qobject_cast<const QTreeView*>(&m_view);
        return tree && tree->isColumnHidden(column);
    }
    table::Table tableOf(const QModelIndexList& rows) const {
        return views::tableOf(*m_view.model(), rows, [this](int column) { return isHidden(column); });
    }
    table::Table whole() const { return tableOf(allRows(*m_view.model())); }
    table::About about() const {
        const auto origin = m_view.window()->property(OriginProperty).value<TableOrigin>();
        const std::string caption = m_view.accessibleName().toStdString();
        return {caption, caption.empty() ? std::string() : "tab:" + m_name.toStdString(),
                origin.lines ? origin.lines() : std::vector<std::string>()};
    }
    void copyAs(const table::Format& format) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(format.write(whole(), about())));
    }
    void save() {
        QStringList patterns;
        for (const table::Format* each : table::formats())
            patterns << u'*' + QString::fromStdString(std::string(each->suffix));
        const QString usual = patterns.front().mid(1);
        const QString file = askSaveName(m_view.window(), tr("Save table"), m_name + usual,
                                         tr("Tables (%1)").arg(patterns.join(u' ')), usual);
        if (file.isEmpty()) return;
        if (const Result<void> written = writeTable(whole(), about(), file); !written)
            QMessageBox::warning(m_view.window(), tr("Save table"),
                                 plainTip(QString::fromStdString(written.error().message)));
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
        QMenu* formats = menu->addMenu(tr("Copy table as"));
        formats->setObjectName(QStringLiteral("copyTableAs"));
        for (const table::Format* each : table::formats())
            formats->addAction(QString::fromStdString(std::string(each->title)), this,
                               [this, each] { copyAs(*each); });
        menu->addAction(tr("Save table…"), this, &TableCopy::save);
        menu->popup(m_view.viewport()->mapToGlobal(at));
    }

    QAbstractItemView& m_view;
    QString m_name;
    QAction* m_copy = nullptr;
};

} // namespace

void addTableCopy(QAbstractItemView& view, const QString& name) { new TableCopy(view, name); }

std::vector<NamedTable> tablesIn(const QWidget& part) {
    std::vector<NamedTable> tables;
    for (const auto* view : part.findChildren<QAbstractItemView*>())
        for (const QObject* each : view->children())
            if (const auto* copy = dynamic_cast<const TableCopy*>(each)) {
                NamedTable table = copy->written();
                if (table.table.rows() > 0 && table.table.heads.size() > 1) tables.push_back(std::move(table));
            }
    return tables;
}

void setTableOrigin(QWidget& window, std::function<std::vector<std::string>()> lines) {
    window.setProperty(OriginProperty, QVariant::fromValue(TableOrigin{std::move(lines)}));
}

} // namespace edgewright::views
