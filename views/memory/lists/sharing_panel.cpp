// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/sharing_panel.h"

#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>

namespace edgewright::views {

SharingPanel::SharingPanel(SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_text(new QLabel(this)), m_model(new BufferModel(this)),
      m_table(new DataTable(*m_model, QStringLiteral("buffers"), this)) {
    m_text->setObjectName(QStringLiteral("sharingText"));
    m_text->setWordWrap(true);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setFont(views::font(TextSize::Small));
    m_table->view().setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->view().setMinimumHeight(48);
    auto* column = columnIn(this, {0, 4, 0, 0}, 4);
    column->addWidget(m_text);
    column->addWidget(m_table, 1);

    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        if (m_side) emit chosen(m_side->itemOf(m_model->life(row)));
    });
    connect(m_model, &BufferModel::keptApart, this, [this](int row, bool apart) {
        const QScopedValueRollback own(m_changing, true); // the table says it already
        const ValueId value = m_model->value(row);
        m_settings.change(tr("Keep %1 apart").arg(text(m_side->name(m_model->life(row)))),
                          [&](pipeline::Settings& s) {
                              if (apart)
                                  s.liveness.unshared.insert(value);
                              else
                                  s.liveness.unshared.erase(value);
                          });
        m_without = m_settings.get().liveness.unshared;
    });
    connect(&m_settings, &SettingsModel::changed, this, [this] {
        const memory::LivenessOptions& now = m_settings.get().liveness;
        if (!m_changing && (now.unshared != m_without || now.inPlace != m_inPlace)) fill();
    });
    show(nullptr);
}

void SharingPanel::show(std::shared_ptr<const PlanSide> side) {
    if (side && side == m_side) return;
    m_side = std::move(side);
    m_highlighted.clear(); // those of another plan
    fill();
}

void SharingPanel::setHighlighted(const std::vector<LifeId>& lives) {
    m_highlighted = lives;
    std::vector<int> rows;
    for (const LifeId life : lives)
        if (const int row = m_model->rowOf(life); row >= 0) rows.push_back(row);
    m_table->markRows(rows);
}

void SharingPanel::fill() {
    const int scrolled = m_table->view().verticalScrollBar()->value();
    m_without = m_settings.get().liveness.unshared;
    m_inPlace = m_settings.get().liveness.inPlace;
    m_model->setSide(m_side, m_without);
    m_text->setText(summary());
    const QString name = tr("Buffers and the tensors that live in them");
    m_table->view().setAccessibleName(m_side ? tr("%1: %2").arg(m_side->title(), name) : name);
    m_table->setVisible(m_side != nullptr);
    m_table->fitColumns(BufferModel::Tensor);
    m_table->view().verticalScrollBar()->setValue(scrolled);
    setHighlighted(m_highlighted);
}

int SharingPanel::buffers() const {
    return m_side ? static_cast<int>(m_side->plan().liveness.problem.buffers.size()) : 0;
}

QString SharingPanel::summary() const {
    if (!m_side) return tr("Once there is a plan, its buffers and who lives in them stand here.");
    if (!m_inPlace) return tr("Sharing is switched off: tick “In place” above.");
    if (m_side->links().empty()) return tr("No tensor of this graph lives in the bytes of another one.");
    std::int64_t saved = 0;
    for (const Link& link : m_side->links())
        saved += m_side->box(link.at).size;
    return tr("%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer "
              "of its own.",
              nullptr, static_cast<int>(m_side->links().size()))
        .arg(m_side->title(), bytesText(saved));
}

} // namespace edgewright::views
