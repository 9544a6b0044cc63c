// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/banner.h"

#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/theme.h"

#include <QEvent>

namespace edgewright::workbench {

Banner::Banner(QWidget* parent)
    : QFrame(parent), m_mark(new QLabel(this)), m_text(new QLabel(this)), m_button(new QPushButton(this)),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("banner"));
    setFrameStyle(QFrame::StyledPanel | QFrame::Raised); // tells it from what it lies over
    auto* row = views::rowIn(this, {16, 8, 8, 8});
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_button->setObjectName(QStringLiteral("bannerButton"));
    m_close->setObjectName(QStringLiteral("bannerClose"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close message"));
    row->addWidget(m_mark, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_button, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Button);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_act) m_act();
    });
    tint();
    hide();
}

void Banner::offer(const QString& message, const QString& button, std::function<void()> act) {
    m_text->setText(message);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_act = std::move(act);
    tint();
    show();
    place(); // the text may be another one
}

void Banner::lieOver(QWidget* area) {
    m_area = area;
    m_area->installEventFilter(this);
    place();
}

void Banner::place() {
    if (!m_area) return;
    const int width = m_area->width(), height = heightForWidth(width);
    setGeometry(
        QRect(m_area->mapTo(parentWidget(), QPoint(0, m_area->height() - height)), QSize(width, height)));
    raise();
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) place();
    return QFrame::eventFilter(watched, event);
}

void Banner::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    place();
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) tint();
}

// A message with an offer is no warning.
void Banner::tint() {
    const views::Theme& theme = views::Theme::forPalette(palette());
    m_mark->setPixmap(views::lineIcon(QStringLiteral(":/icons/problems.svg"), m_act ? theme.accent : theme.bad)
                          .pixmap(QSize(20, 20), devicePixelRatioF()));
    m_close->setIcon(views::lineIcon(QStringLiteral(":/icons/close.svg"), theme.muted));
}

} // namespace edgewright::workbench
