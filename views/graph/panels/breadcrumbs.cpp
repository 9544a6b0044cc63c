// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/breadcrumbs.h"

#include "views/support/plain_tip.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MinCrumbWidth = 48;

} // namespace

Breadcrumbs::Breadcrumbs(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("breadcrumbs"));
    setAccessibleName(tr("Where in the model"));
    m_row->setContentsMargins(4, 0, 4, 0);
    m_row->setSpacing(0);
    // The names fit the room, not the room the names; nothing beside it moves.
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
    hide();
}

void Breadcrumbs::setPath(const QStringList& names) {
    if (names == m_names) return;
    m_names = names;
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    for (int depth = 0; depth < m_names.size(); ++depth) {
        const QString& name = m_names[depth];
        if (depth > 0) {
            auto* between = new QLabel(QStringLiteral("›"), this);
            between->setForegroundRole(QPalette::PlaceholderText);
            m_row->addWidget(between);
        }
        auto* crumb = new QToolButton(this);
        crumb->setObjectName(QStringLiteral("crumb_%1").arg(depth));
        crumb->setAutoRaise(true);
        crumb->setToolTip(plainTip(name));
        if (depth + 1 == m_names.size()) crumb->setFont(views::font(TextSize::Body, true));
        connect(crumb, &QToolButton::clicked, this, [this, depth] { emit chosen(depth); });
        m_row->addWidget(crumb);
    }
    m_row->addStretch(1);
    setVisible(!m_names.isEmpty());
    fit();
}

// All names have the same room, as much as all of them together fit into; where that is too little for any,
// those behind the first are left out from there on.
void Breadcrumbs::fit() {
    std::vector<std::string> all;
    for (const QString& name : m_names)
        all.push_back(name.toStdString());
    const ShortLabels labels(all);
    const auto needed = [this] {
        int sum = m_row->contentsMargins().left() + m_row->contentsMargins().right();
        for (int i = 0; i < m_row->count(); ++i)
            if (QWidget* const widget = m_row->itemAt(i)->widget()) sum += widget->sizeHint().width();
        return sum;
    };
    std::vector<QToolButton*> crumbs;
    for (int i = 0; i < m_row->count(); ++i)
        if (auto* crumb = qobject_cast<QToolButton*>(m_row->itemAt(i)->widget())) crumbs.push_back(crumb);
    for (int room = std::max(width(), MinCrumbWidth);; room = std::max(room * 4 / 5, MinCrumbWidth)) {
        for (std::size_t depth = 0; depth < crumbs.size(); ++depth) {
            const QFontMetrics metrics(crumbs[depth]->font());
            crumbs[depth]->setText(depth == 0 ? metrics.elidedText(m_names.front(), Qt::ElideMiddle, room)
                                              : buttonLabel(labels, depth, QFontMetricsF(metrics), room));
        }
        if (needed() <= width() || room == MinCrumbWidth) break;
    }
    for (std::size_t depth = 1; depth + 1 < crumbs.size() && needed() > width(); ++depth)
        crumbs[depth]->setText(QStringLiteral("…"));
}

void Breadcrumbs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

} // namespace edgewright::views
