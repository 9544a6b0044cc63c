// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/pin_panel.h"

#include "views/support/colour.h"
#include "views/support/pin/pin.h"
#include "views/support/pin/pin_table.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"

#include <QGuiApplication>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace edgewright::views {

namespace {

constexpr int MinPinPanelWidth = 336; // pixels: of a table with four columns

} // namespace

void FusionDifferenceModel::show(std::vector<FusionDifference> differences) {
    beginResetModel();
    m_rows = std::move(differences);
    endResetModel();
}

int FusionDifferenceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FusionDifferenceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant FusionDifferenceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const FusionDifference& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString text = index.column() == Side        ? (row.inB ? QStringLiteral("B") : QStringLiteral("A"))
                         : index.column() == Operators ? row.operators
                                                       : row.nodes.join(QStringLiteral(", "));
    switch (role) {
    case Qt::DisplayRole:
    case SortRole:
        return text;
    case Qt::ToolTipRole:
        return row.nodes.join(u'\n');
    case Qt::FontRole:
        return views::font(TextSize::Small, index.column() == Side);
    case Qt::ForegroundRole: {
        if (index.column() != Side) return {};
        const Theme& theme = Theme::forPalette(QGuiApplication::palette());
        return mixed(row.inB ? theme.after : theme.before, theme.text, 0.75);
    }
    default:
        return {};
    }
}

QVariant FusionDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Side ? tr("Only in") : section == Operators ? tr("Operators") : tr("Nodes");
}

PinPanel::PinPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_heading(new QLabel(this)),
      m_model(new FusionDifferenceModel(this)),
      m_table(new DataTable(*m_model, QStringLiteral("fused-a-b"), this)),
      m_compare(context.pool, tr("Compare two fusions")) {
    setObjectName(QStringLiteral("pinPanel"));
    setMinimumWidth(MinPinPanelWidth);
    m_heading->setObjectName(QStringLiteral("fusedHeading"));
    m_heading->setFont(views::font(TextSize::Body, true));
    m_heading->setWordWrap(true);
    m_table->view().setAccessibleName(tr("Operators that only A or only B fuses"));
    m_table->view().setSelectionMode(QAbstractItemView::SingleSelection);
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("pinSplit"));
    split->setChildrenCollapsible(false);
    split->addWidget(new PinTable(context.pin));
    auto* lower = new QWidget;
    auto* list = new QVBoxLayout(lower);
    list->setContentsMargins(0, 4, 0, 0);
    list->addWidget(m_heading);
    list->addWidget(m_table, 1);
    split->addWidget(lower);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 4, 4);
    column->addWidget(split);
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const NodeId node = m_model->differences()[static_cast<std::size_t>(row)].node;
        if (node.valid()) m_context.selection.select({node, {}});
    });
    if (context.pin)
        connect(context.pin, &Pin::changed, this, [this] {
            if (isVisible() || !m_context.pin->isSameModel()) follow();
        });
}

void PinPanel::follow() {
    const Pin* pin = m_context.pin;
    const PinState* state = pin ? pin->a() : nullptr;
    const bool matched = state && pin->isSameModel() && state->analysis;
    const auto a = matched ? state->analysis->fusion : nullptr,
               b = matched ? pin->b().analysis->fusion : nullptr;
    if (!matched)
        m_heading->setText(tr("Nodes of two models are not matched."));
    else if (!a || !b)
        m_heading->setText(tr("One of them is not fused yet."));
    if (matched && a == m_a.lock() && b == m_b.lock()) return;
    m_a = a;
    m_b = b;
    m_compare.stop();
    m_model->show({});
    if (!a || !b) return;
    using Differences = std::vector<FusionDifference>;
    m_compare.start([a, b](const RunContext&) -> Result<Differences> { return fusionDifferences(*a, *b); },
                    [this](Result<Differences> found) {
                        if (!found) return;
                        m_heading->setText(found->empty() ? tr("Both fuse the same operators.")
                                                          : tr("Fused by one of them only, %n times", nullptr,
                                                               static_cast<int>(found->size())));
                        m_model->show(*std::move(found));
                        m_table->fitColumns(FusionDifferenceModel::Nodes);
                    });
}

// What changed while nobody looked.
void PinPanel::showEvent(QShowEvent* event) {
    follow();
    QWidget::showEvent(event);
}

} // namespace edgewright::views
