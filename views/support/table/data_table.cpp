// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/data_table.h"

#include "views/support/focus_return.h"
#include "views/support/layouts.h"
#include "views/support/table/column_menu.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int TableRowHeight = 24;
constexpr int MinStretchedWidth = 140;

class WordFilter final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& text) {
        m_words = text.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }
    void leaveOutNothing(bool out) {
        m_withoutNothing = out;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        if (m_withoutNothing && m_words.isEmpty() &&
            sourceModel()->index(row, 0, parent).data(NothingRole).toBool())
            return false;
        return std::ranges::all_of(m_words, [&](const QString& word) {
            for (int column = 0; column < sourceModel()->columnCount(parent); ++column)
                if (sourceModel()
                        ->index(row, column, parent)
                        .data()
                        .toString()
                        .contains(word, Qt::CaseInsensitive))
                    return true;
            return false;
        });
    }

private:
    QStringList m_words;
    bool m_withoutNothing = false;
};

class TextDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool isSentence =
            index.model()->headerData(index.column(), Qt::Horizontal, SentenceRole).toBool();
        option->textElideMode = isSentence ? Qt::ElideRight : Qt::ElideMiddle;
    }
};

} // namespace

DataTable::DataTable(QAbstractItemModel& model, const QString& name, QWidget* parent)
    : QWidget(parent), m_model(model), m_sorted(new WordFilter(this)), m_view(new QTableView(this)),
      m_filter(new QLineEdit(this)), m_count(new QLabel(this)) {
    m_sorted->setSourceModel(&model);
    m_sorted->setSortRole(SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_view->setObjectName(name);
    m_view->setModel(m_sorted);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setWordWrap(false);
    m_view->setItemDelegate(new TextDelegate(m_view));
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(TableRowHeight);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->setSortingEnabled(true);
    addTableCopy(*m_view, name);
    resetOrder();

    m_filter->setObjectName(name + QStringLiteral("Filter"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter of the rows"));
    new FocusReturn(*m_filter);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    m_count->setObjectName(name + QStringLiteral("Count"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    for (QWidget* each : std::initializer_list<QWidget*>{m_view, m_view->horizontalHeader(), m_filter, m_count})
        each->setFont(views::font(TextSize::Small));
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_filter);
    top->addWidget(m_count);
    top->addStretch(1);
    auto* rows = columnIn(this, {}, 4);
    rows->addLayout(top);
    rows->addWidget(m_view, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        refilter([&] { static_cast<WordFilter*>(m_sorted)->setWords(text); });
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &DataTable::showCount);
    connect(&model, &QAbstractItemModel::modelReset, this, &DataTable::showCount);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_marking && current.isValid()) emit rowChosen(m_sorted->mapToSource(current).row());
            });
    // A click on the row that is current already says it again.
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (m_view->selectionModel()->selectedRows().size() == 1)
            emit rowChosen(m_sorted->mapToSource(index).row());
    });
    connect(m_view, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit rowOpened(m_sorted->mapToSource(index).row()); });
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != m_stretched) stretchColumn();
    });
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    addColumnMenu(*m_view->horizontalHeader());
    showCount();
}

void DataTable::addBeside(QWidget* widget) {
    static_cast<QBoxLayout*>(layout()->itemAt(0)->layout())->addWidget(widget);
}

void DataTable::leaveOutNothing(const QString& text) {
    m_nothingText = text;
    m_nothing = new QCheckBox(this);
    m_nothing->setObjectName(m_view->objectName() + QStringLiteral("Nothing"));
    m_nothing->setFont(views::font(TextSize::Small));
    addBeside(m_nothing);
    const auto filter = [this] {
        refilter([this] { static_cast<WordFilter*>(m_sorted)->leaveOutNothing(!m_nothing->isChecked()); });
    };
    connect(m_nothing, &QCheckBox::toggled, this, filter);
    filter();
}

void DataTable::fitColumns(int stretched) {
    m_stretched = -1;
    m_view->resizeColumnsToContents();
    m_leastStretched = stretched < 0 ? 0 : std::min(m_view->columnWidth(stretched), MinStretchedWidth);
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_view->horizontalHeader()->setSectionResizeMode(
            column, column == stretched ? QHeaderView::Stretch : QHeaderView::Interactive);
    m_stretched = stretched;
    stretchColumn();
}

void DataTable::stretchColumn() {
    QHeaderView& heads = *m_view->horizontalHeader();
    if (m_stretched < 0 || m_stretched >= heads.count() || heads.isSectionHidden(m_stretched)) return;
    const int left = m_view->viewport()->width() - (heads.length() - heads.sectionSize(m_stretched));
    const auto mode = left < m_leastStretched ? QHeaderView::Interactive : QHeaderView::Stretch;
    if (mode == heads.sectionResizeMode(m_stretched)) return;
    heads.setSectionResizeMode(m_stretched, mode);
    if (mode == QHeaderView::Interactive) heads.resizeSection(m_stretched, m_leastStretched);
}

bool DataTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) stretchColumn();
    // Qt makes the first row current when the focus comes: arrows begin there, and it is not chosen. A click
    // that brings the focus finds the rows where they were.
    if (watched == m_view && event->type() == QEvent::FocusIn && !m_view->currentIndex().isValid()) {
        const QScopedValueRollback marking(m_marking, true);
        m_view->setAutoScroll(false);
        m_view->selectionModel()->setCurrentIndex(m_sorted->index(0, 0), QItemSelectionModel::NoUpdate);
        m_view->setAutoScroll(true);
    }
    return QWidget::eventFilter(watched, event);
}

void DataTable::limitHeight() {
    const int rows = m_model.rowCount() * m_view->verticalHeader()->defaultSectionSize();
    const int frame = 2 * m_view->frameWidth() + m_view->horizontalScrollBar()->sizeHint().height();
    const int around = layout()->sizeHint().height() - m_view->sizeHint().height();
    setMaximumHeight(around + m_view->horizontalHeader()->sizeHint().height() + rows + frame);
}

void DataTable::resetOrder() {
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_sorted->sort(-1);
}

int DataTable::chosenRow() const {
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    return rows.size() == 1 ? m_sorted->mapToSource(rows.front()).row() : -1;
}

void DataTable::markRows(const std::vector<int>& rows) {
    const QScopedValueRollback marking(m_marking, true);
    QItemSelection selection;
    for (const int row : rows)
        if (const QModelIndex index = m_sorted->mapFromSource(m_model.index(row, 0)); index.isValid())
            selection.select(index, index);
    QItemSelectionModel& model = *m_view->selectionModel();
    if (selection.isEmpty()) {
        model.clear();
        return;
    }
    const QModelIndex first = selection.front().topLeft();
    // What was clicked stays under the pointer.
    const bool moves = std::ranges::none_of(
        selection, [&](const QItemSelectionRange& each) { return each.top() == model.currentIndex().row(); });
    if (moves) model.setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    model.select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (moves) m_view->scrollTo(first);
}

// A row that is filtered away hands its mark to no other one.
void DataTable::refilter(const std::function<void()>& change) {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
        rows.push_back(m_sorted->mapToSource(index).row());
    {
        const QScopedValueRollback marking(m_marking, true);
        change();
    }
    markRows(rows);
    showCount();
}

void DataTable::showCount() {
    const int all = m_model.rowCount(), shown = m_sorted->rowCount();
    if (m_nothing) {
        int count = 0;
        for (int row = 0; row < all; ++row)
            count += m_model.index(row, 0).data(NothingRole).toBool();
        m_nothing->setText(m_nothingText.arg(count));
        m_nothing->setVisible(count > 0);
    }
    m_count->setText(shown == all ? tr("%n rows", nullptr, all) : tr("%1 of %n rows", nullptr, all).arg(shown));
}

} // namespace edgewright::views
