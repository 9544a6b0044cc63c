// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/banner.h"

#include "views/support/icon.h"
#include "views/support/theme.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace edgewright::workbench {

Banner::Banner(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("banner"));
    const views::Theme& theme = views::Theme::forPalette(palette());
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 8, 8);
    auto* mark = new QLabel(this);
    mark->setPixmap(views::lineIcon(QStringLiteral(":/icons/problems.svg"), theme.bad).pixmap(20, 20));
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setAutoRaise(true);
    close->setIcon(views::lineIcon(QStringLiteral(":/icons/close.svg"), theme.muted));
    close->setAccessibleName(tr("Close message"));
    row->addWidget(mark, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Button);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void Banner::showMessage(const QString& message) {
    m_text->setText(message);
    show();
}

} // namespace edgewright::workbench
