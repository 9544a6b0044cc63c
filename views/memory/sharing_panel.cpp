// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/sharing_panel.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::size_t MostListed = 2000;

} // namespace

SharingPanel::SharingPanel(SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_text(new QLabel(this)), m_list(new QTreeWidget(this)) {
    m_text->setObjectName(QStringLiteral("sharingText"));
    m_text->setWordWrap(true);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setFont(views::font(TextSize::Small));
    m_list->setObjectName(QStringLiteral("sharingList"));
    m_list->setAccessibleName(tr("Tensors that share bytes"));
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({tr("Tensor"), tr("How")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFont(views::font(TextSize::Small));
    m_list->header()->setFont(views::font(TextSize::Small));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->setTextElideMode(Qt::ElideLeft);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_text);
    column->addWidget(m_list, 1);

    const auto valueOf = [](const QTreeWidgetItem* item) {
        return ValueId(item->data(0, Qt::UserRole).toUInt());
    };
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this, valueOf](QTreeWidgetItem* item) {
        if (item && !m_filling) emit chosen({{}, valueOf(item)});
    });
    connect(m_list, &QTreeWidget::itemChanged, this, [this, valueOf](QTreeWidgetItem* item) {
        if (m_filling) return;
        const ValueId value = valueOf(item);
        const bool on = item->checkState(0) == Qt::Checked;
        m_settings.change([&](pipeline::Settings& s) {
            if (on)
                s.liveness.without.erase(value);
            else
                s.liveness.without.insert(value);
        });
    });
    show(nullptr);
}

void SharingPanel::show(std::shared_ptr<const PlanSide> side) {
    if (side && side == m_side) return;
    m_side = std::move(side);
    fill();
}

void SharingPanel::fill() {
    const QScopedValueRollback filling(m_filling, true);
    m_list->clear();
    std::vector<ValueId> apart;
    if (m_side)
        for (const ValueId value : m_settings.get().liveness.without)
            if (m_side->graph().contains(value)) apart.push_back(value);
    std::ranges::sort(apart);
    const bool any = m_side && (!m_side->links().empty() || !apart.empty());
    m_list->setVisible(any);
    if (!any) {
        m_text->setText(!m_side ? tr("Once there is a plan, the tensors that share bytes stand here.")
                        : m_settings.get().liveness.inPlace
                            ? tr("No tensor of this graph can live in the bytes of another one.")
                            : tr("Sharing is switched off: tick “In place” above."));
        return;
    }
    std::int64_t saved = 0;
    const auto add = [&](ValueId value, const QString& name, const QString& how, const QString& reason,
                         bool on) {
        auto* item = new QTreeWidgetItem(m_list, {name, how});
        item->setData(0, Qt::UserRole, value.index());
        item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
        for (int column : {0, 1})
            item->setToolTip(column, reason);
    };
    for (const Link& link : m_side->links()) {
        saved += m_side->buffer(m_side->life(link.to).buffer).size;
        if (static_cast<std::size_t>(m_list->topLevelItemCount()) < MostListed)
            add(m_side->life(link.to).value, QString::fromStdString(m_side->name(link.to)),
                link.view ? tr("view") : tr("in place"), QString::fromStdString(link.reason), true);
    }
    for (const ValueId value : apart)
        add(value, QString::fromStdString(m_side->graph().value(value).name), tr("apart"),
            tr("Has a buffer of its own, because you said so."), false);
    m_text->setText(
        tr("%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer "
           "of its own.",
           nullptr, static_cast<int>(m_side->links().size()))
            .arg(m_side->title(), bytesText(saved)));
}

} // namespace edgewright::views
