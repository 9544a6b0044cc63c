// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/breadcrumbs.h"

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
    m_row->setContentsMargins(8, 0, 8, 2);
    m_row->setSpacing(0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // the names fit the room, not the room the names
    hide();                                                  // takes no room without a path
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
        crumb->setToolTip(name);
        if (depth + 1 == m_names.size()) crumb->setFont(views::font(TextSize::Body, true));
        connect(crumb, &QToolButton::clicked, this, [this, depth] { emit chosen(depth); });
        m_row->addWidget(crumb);
    }
    m_row->addStretch(1);
    setVisible(!m_names.isEmpty());
    fit();
}

// All names have the same room, as much as all of them together fit into.
void Breadcrumbs::fit() {
    std::vector<std::string> all;
    for (const QString& name : m_names)
        all.push_back(name.toStdString());
    const ShortLabels labels(all);
    for (int room = std::max(width(), MinCrumbWidth);; room = std::max(room * 4 / 5, MinCrumbWidth)) {
        int depth = 0, needed = m_row->contentsMargins().left() + m_row->contentsMargins().right();
        for (int i = 0; i < m_row->count(); ++i) {
            QWidget* const widget = m_row->itemAt(i)->widget();
            if (auto* crumb = qobject_cast<QToolButton*>(widget)) {
                const QFontMetrics metrics(crumb->font());
                crumb->setText(depth == 0 ? metrics.elidedText(m_names.front(), Qt::ElideMiddle, room)
                                          : buttonLabel(labels, static_cast<std::size_t>(depth),
                                                        QFontMetricsF(metrics), room));
                ++depth;
            }
            if (widget) needed += widget->sizeHint().width();
        }
        if (needed <= width() || room == MinCrumbWidth) break;
    }
}

void Breadcrumbs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

} // namespace edgewright::views
