// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/breadcrumbs.h"

#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace edgewright::views {

Breadcrumbs::Breadcrumbs(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("breadcrumbs"));
    setAccessibleName(tr("Where in the model"));
    m_row->setContentsMargins(8, 0, 8, 2);
    m_row->setSpacing(0);
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
    std::vector<std::string> all;
    for (const QString& name : m_names)
        all.push_back(name.toStdString());
    const ShortLabels labels(all);
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
        crumb->setText(buttonLabel(labels, static_cast<std::size_t>(depth), QFontMetricsF(fontMetrics()), 160));
        crumb->setToolTip(name);
        if (depth + 1 == m_names.size()) crumb->setFont(views::font(TextSize::Body, true));
        connect(crumb, &QToolButton::clicked, this, [this, depth] { emit chosen(depth); });
        m_row->addWidget(crumb);
    }
    m_row->addStretch(1);
    setVisible(!m_names.isEmpty());
}

} // namespace edgewright::views
