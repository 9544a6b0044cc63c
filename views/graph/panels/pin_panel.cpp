// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/pin_panel.h"

#include "views/session/pin.h"
#include "views/support/pin/pin_table.h"
#include "views/support/plain_tip.h"
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

namespace difference_columns {

namespace {

using table::Cell;

constexpr table::Column<FusionDifference> Columns[] = {
    {{"side", TRANSLATABLE("Column", "Only in")},
     [](const FusionDifference& row) -> Cell { return row.inB ? "B" : "A"; }},
    {{"operators", TRANSLATABLE("Column", "Operators")},
     [](const FusionDifference& row) -> Cell { return row.operators.toStdString(); }},
    {{"nodes", TRANSLATABLE("Column", "Nodes")},
     [](const FusionDifference& row) -> Cell { return row.nodes.join(QStringLiteral(", ")).toStdString(); }},
};

table::Table differenceTable(const std::vector<FusionDifference>& rows) {
    return {std::span(Columns), rows.size(),
            [rows](std::size_t row) -> const FusionDifference& { return rows[row]; }};
}

} // namespace

} // namespace difference_columns

FusionDifferenceModel::FusionDifferenceModel(QObject* parent)
    : RowTable(difference_columns::differenceTable({}), parent,
               [this](int row, std::string_view key, int role) -> QVariant {
                   if (row < 0) return {};
                   const FusionDifference& shown = m_rows[static_cast<std::size_t>(row)];
                   if (role == Qt::ToolTipRole) return plainTip(shown.nodes.join(u'\n'));
                   if (role == Qt::FontRole) return views::font(TextSize::Small, key == "side");
                   if (role != Qt::ForegroundRole || key != "side") return {};
                   const Theme& theme = Theme::forPalette(QGuiApplication::palette());
                   return mixed(shown.inB ? theme.after : theme.before, theme.text, 0.75);
               }) {}

void FusionDifferenceModel::show(std::vector<FusionDifference> differences) {
    m_rows = std::move(differences);
    RowTable::show(difference_columns::differenceTable(m_rows));
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
                        m_table->fitColumns(m_model->columnOf("nodes"));
                    });
}

// What changed while nobody looked.
void PinPanel::showEvent(QShowEvent* event) {
    follow();
    QWidget::showEvent(event);
}

} // namespace edgewright::views
