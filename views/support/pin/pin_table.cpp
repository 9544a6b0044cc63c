// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/pin/pin_table.h"

#include "views/support/colour.h"
#include "views/support/pin/pin.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"

#include <QGuiApplication>
#include <QTableView>
#include <QVBoxLayout>

namespace edgewright::views {

namespace {

constexpr int MinWidthForRatio = 440, MaxTableWidth = 720; // pixels

// The names of settings and numbers stand within sentences, too.
QString capitalised(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

} // namespace

void PinTableModel::show(const Pin& pin) {
    std::vector<Row> rows;
    if (const PinState* a = pin.a()) {
        const PinState b = pin.b();
        if (a->model != b.model) rows.push_back({.what = tr("Model"), .textA = a->model, .textB = b.model});
        for (const SettingDifference& each : pin.differences())
            rows.push_back({.what = capitalised(each.what), .textA = each.a, .textB = each.b});
        for (std::size_t i = 0; i < QuantityCount; ++i) {
            const Number &was = a->numbers[i], &is = b.numbers[i];
            if (!was.value || !is.value) continue;
            const auto quantity = static_cast<Quantity>(i);
            rows.push_back({.what = capitalised(quantityTitle(quantity)),
                            .quantity = quantity,
                            .a = was.value,
                            .b = is.value,
                            .stale = was.stale || is.stale});
        }
    }
    if (rows == m_rows) return;
    const bool sameRows =
        rows.size() == m_rows.size() && std::ranges::equal(rows, m_rows, {}, &Row::what, &Row::what);
    if (sameRows) { // sorting, scrolling and what is chosen stay
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int PinTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PinTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString PinTableModel::shown(const Row& row, int column) const {
    if (column == What) return row.what;
    if (!row.a || !row.b) return column == A ? row.textA : column == B ? row.textB : QString();
    switch (column) {
    case A:
        return quantityText(row.quantity, *row.a);
    case B:
        return quantityText(row.quantity, *row.b);
    case Change:
        return row.stale ? QStringLiteral("…") : signedText(row.quantity, *row.b - *row.a);
    case Ratio:
        return row.stale || *row.a == 0 || !hasRatio(row.quantity) ? QString() : ratioText(*row.b, *row.a);
    default:
        return QString::fromLatin1(quantityUnit(row.quantity));
    }
}

QVariant PinTableModel::sorted(const Row& row, int column) const {
    if (!row.a || !row.b || column == What || column == Unit) return shown(row, column);
    if (column == A) return *row.a;
    if (column == B) return *row.b;
    if (row.stale) return {};
    if (column == Change) return *row.b - *row.a;
    return *row.a != 0 && hasRatio(row.quantity) ? QVariant(*row.b / *row.a) : QVariant();
}

QVariant PinTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, column);
    case Qt::ToolTipRole:
        return shown(row, column);
    case SortRole:
        return sorted(row, column);
    case Qt::TextAlignmentRole:
        return int((column == What || column == Unit ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole: {
        const bool differs = row.a && row.b && !row.stale && *row.a != *row.b;
        return views::font(TextSize::Small, column == Change && differs);
    }
    case Qt::ForegroundRole: {
        const Theme& theme = Theme::forPalette(QGuiApplication::palette());
        if (row.stale && column >= B) return theme.muted;
        if (column == A) return mixed(theme.before, theme.text, 0.75);
        if (column == B) return mixed(theme.after, theme.text, 0.75);
        return {};
    }
    default:
        return {};
    }
}

QVariant PinTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == What || section == Unit ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == A) return tr("What was pinned");
    if (role == Qt::ToolTipRole && section == B) return tr("What runs now");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case What:
        return tr("Compared");
    case A:
        return QStringLiteral("A");
    case B:
        return QStringLiteral("B");
    case Change:
        return QStringLiteral("B − A");
    case Ratio:
        return QStringLiteral("B ÷ A");
    default:
        return tr("Unit");
    }
}

PinTable::PinTable(Pin* pin, QWidget* parent)
    : QWidget(parent), m_pin(pin), m_model(new PinTableModel(this)),
      m_table(new DataTable(*m_model, QStringLiteral("a-b"), this)) {
    m_table->view().setAccessibleName(tr("A and B compared"));
    m_table->view().setColumnHidden(PinTableModel::Unit, true); // for whoever copies: the texts have theirs
    m_table->view().setMinimumHeight(48);
    m_table->setMaximumWidth(MaxTableWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->addWidget(m_table, 1);
    if (pin)
        connect(pin, &Pin::changed, this, [this] {
            if (isVisible()) follow();
        });
}

void PinTable::follow() {
    const int rows = m_model->rowCount();
    if (m_pin) m_model->show(*m_pin);
    if (m_model->rowCount() != rows) m_table->fitColumns(PinTableModel::What);
}

// The ratio follows from the others.
void PinTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_table->view().setColumnHidden(PinTableModel::Ratio, width() < MinWidthForRatio);
}

// What changed while nobody looked.
void PinTable::showEvent(QShowEvent* event) {
    follow();
    QWidget::showEvent(event);
}

} // namespace edgewright::views
