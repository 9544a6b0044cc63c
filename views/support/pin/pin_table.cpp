// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/pin/pin_table.h"

#include "views/session/pin.h"
#include "views/support/capital.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

namespace {

// Pixels. Tips have the whole of longer texts.
constexpr int MaxTextWidth = 240, MaxTableWidth = 720;

} // namespace

namespace pin_columns {

namespace {

using table::Cell;
using enum table::Unit;
using Row = PinTableModel::Row;

// Of a quantity; of a setting its text.
Cell sideOf(const std::optional<double>& value, const QString& text) {
    return value ? Cell(*value) : Cell(text.toStdString());
}

bool isKnown(const Row& row) { return row.a && row.b && !row.stale; }

constexpr table::Column<Row> Columns[] = {
    {{"what", TRANSLATABLE("Column", "Compared")},
     [](const Row& row) -> Cell { return row.what.toStdString(); }},
    {{"a", "A", TRANSLATABLE("Column", "What was pinned"), Plain},
     [](const Row& row) -> Cell { return sideOf(row.a, row.textA); }},
    {{"b", "B", TRANSLATABLE("Column", "What runs now"), Plain},
     [](const Row& row) -> Cell { return sideOf(row.b, row.textB); }},
    {{"change", "B − A", "", Plain},
     [](const Row& row) -> Cell { return isKnown(row) ? Cell(*row.b - *row.a) : Cell(); }},
    {{"ratio", "B ÷ A", "", Plain},
     [](const Row& row) -> Cell {
         return isKnown(row) && *row.a != 0 && hasRatio(row.quantity) ? Cell(*row.b / *row.a) : Cell();
     }},
    {{"unit", TRANSLATABLE("Column", "Unit")},
     [](const Row& row) -> Cell { return row.a && row.b ? quantityUnit(row.quantity) : ""; }},
};

table::Table pinTable(const std::vector<Row>& rows) {
    return {std::span(Columns), rows.size(), [rows](std::size_t row) -> const Row& { return rows[row]; }};
}

} // namespace

} // namespace pin_columns

PinTableModel::PinTableModel(QObject* parent)
    : RowTable(pin_columns::pinTable({}), parent, [this](int row, std::string_view key, int role) -> QVariant {
          if (row >= 0) return words(m_rows[static_cast<std::size_t>(row)], key, role);
          if (role != Qt::TextAlignmentRole) return {};
          return int((key == "what" || key == "unit" ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
      }) {}

bool PinTableModel::show(const Pin& pin) {
    std::vector<Row> rows;
    if (const PinState* a = pin.a()) {
        const PinState b = pin.b();
        if (a->model != b.model) rows.push_back({.what = tr("Model"), .textA = a->model, .textB = b.model});
        for (const SettingDifference& each : pin.differences())
            rows.push_back({.what = withCapital(each.what), .textA = each.a, .textB = each.b});
        for (std::size_t i = 0; i < QuantityCount; ++i) {
            const Number &was = a->numbers[i], &is = b.numbers[i];
            if (!was.value || !is.value) continue;
            const auto quantity = static_cast<Quantity>(i);
            rows.push_back({.what = withCapital(quantityTitle(quantity)),
                            .quantity = quantity,
                            .a = was.value,
                            .b = is.value,
                            .stale = was.stale || is.stale,
                            .aIsLeast = was.isLeast,
                            .bIsLeast = is.isLeast,
                            .aEnds = was.ends,
                            .bEnds = is.ends,
                            .alike = a->analysis && b.analysis && *was.value != *is.value
                                         ? samplesAlike(quantity, *a->analysis, *b.analysis)
                                         : std::nullopt});
        }
        std::stable_partition(rows.begin(), rows.end(),
                              [](const Row& row) { return !row.a || row.stale || *row.a != *row.b; });
    }
    if (rows == m_rows) return false;
    const bool sameRows = std::ranges::equal(rows, m_rows, {}, &Row::what, &Row::what);
    m_rows = std::move(rows);
    RowTable::show(pin_columns::pinTable(m_rows), sameRows); // sorting, scrolling and what is chosen stay
    return true;
}

// Quantities have texts with units of their own.
QVariant PinTableModel::words(const Row& row, std::string_view key, int role) const {
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        if (!row.a || !row.b) return key == "change" || key == "ratio" ? QVariant(QString()) : QVariant();
        if (key == "a") return quantityText(row.quantity, *row.a, row.aIsLeast, row.aEnds);
        if (key == "b") return quantityText(row.quantity, *row.b, row.bIsLeast, row.bEnds);
        if (key == "change" && row.alike && !row.stale)
            return tr("cannot be told apart on %n samples", nullptr, static_cast<int>(*row.alike));
        if (key == "change") return row.stale ? QStringLiteral("…") : signedText(row.quantity, *row.b - *row.a);
        if (key == "ratio")
            return row.stale || row.alike || *row.a == 0 || !hasRatio(row.quantity) ? QString()
                                                                                    : ratioText(*row.b, *row.a);
        return {};
    case Qt::FontRole: {
        const bool differs = row.a && row.b && !row.stale && !row.alike && *row.a != *row.b;
        return views::font(TextSize::Small, key == "change" && differs);
    }
    case Qt::ForegroundRole: {
        const Theme& theme = Theme::forPalette(QGuiApplication::palette());
        if (row.stale && key != "what" && key != "a") return theme.muted;
        if (key == "a") return mixed(theme.before, theme.text, 0.75);
        if (key == "b") return mixed(theme.after, theme.text, 0.75);
        return {};
    }
    default:
        return {};
    }
}

PinTable::PinTable(Pin* pin, QWidget* parent)
    : QWidget(parent), m_pin(pin), m_model(new PinTableModel(this)),
      m_table(new DataTable(*m_model, QStringLiteral("a-b"), this)) {
    m_table->view().setAccessibleName(tr("A and B compared"));
    m_table->view().setColumnHidden(m_model->columnOf("unit"),
                                    true); // for whoever copies: the texts have theirs
    m_table->view().setMinimumHeight(48);
    m_table->setMaximumWidth(MaxTableWidth);
    auto* column = columnIn(this, {0, 4, 0, 0});
    column->addWidget(m_table, 1);
    if (pin)
        connect(pin, &Pin::changed, this, [this] {
            if (isVisible()) follow();
        });
}

void PinTable::follow() {
    if (m_pin && m_model->show(*m_pin)) fit();
}

// A number that arrives is wider than what stood in its place, and is never cut; texts of settings may be.
void PinTable::fit() {
    QTableView& view = m_table->view();
    const QHeaderView& heads = *view.horizontalHeader();
    const int what = m_model->columnOf("what");
    view.setColumnHidden(m_model->columnOf("ratio"), false);
    m_table->fitColumns(what);
    m_neededWidth = std::min(MaxTextWidth, static_cast<const QAbstractItemView&>(view).sizeHintForColumn(what));
    for (const char* key : {"a", "b", "change", "ratio"}) {
        const int column = m_model->columnOf(key);
        if (heads.sectionSize(column) > MaxTextWidth) view.setColumnWidth(column, MaxTextWidth);
        m_neededWidth += heads.sectionSize(column);
    }
    hideRatio();
}

// It follows from the others.
void PinTable::hideRatio() {
    QTableView& view = m_table->view();
    const int room = std::min(width(), MaxTableWidth) - view.verticalScrollBar()->sizeHint().width();
    view.setColumnHidden(m_model->columnOf("ratio"), room < m_neededWidth);
}

void PinTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    hideRatio();
}

// What changed while nobody looked.
void PinTable::showEvent(QShowEvent* event) {
    follow();
    QWidget::showEvent(event);
}

void addPin(PageAnswer& answer, QTabWidget& tabs, Pin* pin) {
    auto* bar = new PinBar(pin, &answer);
    answer.addCorner(bar);
    if (!pin) return;
    auto* table = new PinTable(pin, &tabs);
    table->hide();
    const auto follow = [&tabs, table, pin] { showPinTab(tabs, *table, PinTable::tr("A | B"), pin->a()); };
    QObject::connect(pin, &Pin::changed, table, follow);
    QObject::connect(bar, &PinBar::tableWanted, table, [&tabs, table] { tabs.setCurrentWidget(table); });
    follow();
}

} // namespace edgewright::views
