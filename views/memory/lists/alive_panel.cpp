// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/alive_panel.h"

#include "views/memory/lists/share_delegate.h"
#include "views/support/quantity.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

namespace edgewright::views {

AlivePanel::AlivePanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_figures(new QLabel(this)), m_reason(new QLabel(this)),
      m_table(new QTableView(this)), m_model(new AliveModel(this)) {
    m_title->setObjectName(QStringLiteral("aliveTitle"));
    m_title->setFont(views::font(TextSize::Body, true));
    m_title->setWordWrap(true);
    m_figures->setObjectName(QStringLiteral("aliveFigures"));
    m_figures->setWordWrap(true);
    m_reason->setObjectName(QStringLiteral("aliveReason"));
    m_reason->setWordWrap(true);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_figures, m_reason}) {
        label->setFont(views::font(TextSize::Small));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_table->setObjectName(QStringLiteral("aliveTable"));
    m_table->setAccessibleName(tr("Tensors alive, the largest first"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(AliveModel::Bytes, new ShareDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    addTableCopy(*m_table, QStringLiteral("alive"));
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideLeft);
    m_table->setFont(views::font(TextSize::Small));
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setFont(views::font(TextSize::Small));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Bytes, QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Without, QHeaderView::Fixed);
    const QFontMetrics metrics(m_table->font());
    m_table->setColumnWidth(AliveModel::Bytes,
                            metrics.horizontalAdvance(QStringLiteral("88.88 MiB · 88.8 %")) + 12);
    m_table->setColumnWidth(AliveModel::Without, metrics.horizontalAdvance(QStringLiteral("−88.88 MiB")) + 12);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_figures);
    column->addWidget(m_reason);
    column->addWidget(m_table, 1);
    setMinimumWidth(220);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_filling || !current.isValid() || !m_side) return;
                emit chosen(m_side->itemOf(m_model->life(current.row())));
            });
    show(nullptr, std::nullopt);
}

void AlivePanel::show(std::shared_ptr<const PlanSide> side, std::optional<std::int64_t> step) {
    m_side = std::move(side);
    m_step = step;
    const QScopedValueRollback filling(m_filling, true);
    m_table->setVisible(m_side != nullptr);
    if (!m_side) {
        m_title->setText(tr("Alive at the peak"));
        m_figures->clear();
        m_reason->setText(tr("Once there is a plan, the tensors that make its peak stand here."));
        m_model->setReport(nullptr, {});
        return;
    }
    const pipeline::MemoryPlan& plan = m_side->plan();
    StepReport report = reportOf(*m_side, step.value_or(plan.peakStep));
    m_title->setText(step ? tr("%1: alive in step %2").arg(m_side->title()).arg(*step)
                          : tr("%1: alive at the peak, step %2").arg(m_side->title()).arg(plan.peakStep));
    m_figures->setText(tr("%1 in %n buffers · %2 unused below", nullptr, static_cast<int>(report.alive.size()))
                           .arg(bytesText(report.live), bytesText(report.unused)));
    m_reason->setText(whatBlocks(*m_side));
    m_model->setReport(m_side, std::move(report));
    setHighlighted(m_highlighted);
}

void AlivePanel::setHighlighted(const std::vector<LifeId>& lives) {
    m_highlighted = lives;
    const QScopedValueRollback filling(m_filling, true);
    const int row = lives.empty() ? -1 : m_model->rowOf(lives.front());
    if (row < 0)
        m_table->selectionModel()->clear();
    else if (m_table->currentIndex().row() != row || !m_table->selectionModel()->isRowSelected(row, {}))
        m_table->setCurrentIndex(m_model->index(row, 0));
}

} // namespace edgewright::views
