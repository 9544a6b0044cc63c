// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/sharing_panel.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxListed = 2000;

ValueId valueOf(const QTreeWidgetItem* item) {
    const QVariant index = item ? item->data(0, Qt::UserRole) : QVariant();
    return index.isValid() ? ValueId(index.toUInt()) : ValueId();
}

QString howOf(memory::SharingKind kind) {
    switch (kind) {
    case memory::SharingKind::View:
        return SharingPanel::tr("view");
    case memory::SharingKind::Part:
        return SharingPanel::tr("part");
    case memory::SharingKind::Overwrite:
        break;
    }
    return SharingPanel::tr("in place");
}

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
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_text);
    column->addWidget(m_list, 1);

    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (m_filling || !item) return;
        if (const ValueId value = valueOf(item); value.valid()) emit chosen({{}, value});
    });
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        const ValueId value = valueOf(item);
        if (m_filling || !value.valid()) return;
        const QScopedValueRollback own(m_filling, true); // the list says it already
        const bool on = item->checkState(0) == Qt::Checked;
        m_settings.change(tr("Keep %1 apart").arg(item->text(0)), [&](pipeline::Settings& s) {
            if (on)
                s.liveness.unshared.erase(value);
            else
                s.liveness.unshared.insert(value);
        });
        m_without = m_settings.get().liveness.unshared;
    });
    connect(&m_settings, &SettingsModel::changed, this, [this] {
        const memory::LivenessOptions& now = m_settings.get().liveness;
        if (!m_filling && (now.unshared != m_without || now.inPlace != m_inPlace)) fill();
    });
    show(nullptr);
}

void SharingPanel::show(std::shared_ptr<const PlanSide> side) {
    if (side && side == m_side) return;
    m_side = std::move(side);
    fill();
}

// Keeps what is chosen and what is in sight, as far as it is still there.
void SharingPanel::fill() {
    const QScopedValueRollback filling(m_filling, true);
    const ValueId chosenValue = valueOf(m_list->currentItem()), topValue = valueOf(m_list->itemAt(0, 0));
    const int scrolled = m_list->verticalScrollBar()->value();
    m_without = m_settings.get().liveness.unshared;
    m_inPlace = m_settings.get().liveness.inPlace;
    m_list->clear();
    list();
    QTreeWidgetItem* top = nullptr;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = m_list->topLevelItem(row);
        const ValueId value = valueOf(item);
        if (!value.valid()) continue;
        if (value == chosenValue) m_list->setCurrentItem(item);
        if (value == topValue) top = item;
    }
    if (top)
        m_list->scrollToItem(top, QAbstractItemView::PositionAtTop);
    else
        m_list->verticalScrollBar()->setValue(scrolled);
}

QString SharingPanel::emptyText() const {
    if (!m_side) return tr("Once there is a plan, the tensors that share bytes stand here.");
    return m_inPlace ? tr("No tensor of this graph can live in the bytes of another one.")
                     : tr("Sharing is switched off: tick “In place” above.");
}

void SharingPanel::list() {
    std::vector<ValueId> apart;
    std::int64_t saved = 0;
    std::size_t left = 0;
    if (m_side && m_inPlace)
        for (const ValueId value : m_without)
            if (m_side->graph().contains(value)) apart.push_back(value);
    std::ranges::sort(apart);
    std::unordered_set<ValueId> linked;
    if (m_side)
        for (const Link& link : m_side->links())
            linked.insert(m_side->life(link.made).value);
    const bool any = m_side && (!m_side->links().empty() || !apart.empty());
    m_list->setVisible(any);
    if (!any) return m_text->setText(emptyText());
    const auto add = [&](ValueId value, const QString& name, const QString& how, const QString& reason) {
        if (static_cast<std::size_t>(m_list->topLevelItemCount()) >= MaxListed) return void(++left);
        auto* item = new QTreeWidgetItem(m_list, {name, how});
        item->setData(0, Qt::UserRole, value.index());
        item->setCheckState(0, m_without.contains(value) ? Qt::Unchecked : Qt::Checked);
        for (const int column : {0, 1})
            item->setToolTip(column, reason);
    };
    for (const ValueId value : apart) // the one that a person looks for first
        if (!linked.contains(value))
            add(value, text(m_side->graph().value(value).name), tr("apart"),
                tr("Has a buffer of its own, because you said so."));
    for (const Link& link : m_side->links()) {
        saved += m_side->box(link.at).size;
        add(m_side->life(link.made).value, text(m_side->name(link.made)), howOf(link.kind), text(link.reason));
    }
    if (left > 0) {
        auto* rest = new QTreeWidgetItem(m_list, {tr("and %n more", nullptr, static_cast<int>(left))});
        rest->setFlags(Qt::ItemIsEnabled);
    }
    m_text->setText(
        tr("%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer "
           "of its own.",
           nullptr, static_cast<int>(m_side->links().size()))
            .arg(m_side->title(), bytesText(saved)));
}

} // namespace edgewright::views
