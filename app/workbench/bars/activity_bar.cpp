// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/activity_bar.h"

#include "views/support/icon.h"
#include "views/support/layouts.h"

#include <QApplication>
#include <QKeySequence>
#include <QPainter>

namespace edgewright::workbench {

ActivityBar::ActivityBar(std::span<const views::ViewEntry* const> pages, QWidget* parent)
    : QWidget(parent), m_pages(pages) {
    setObjectName(QStringLiteral("activityBar"));
    setFixedWidth(84);
    auto* column = views::columnIn(this, {4, 8, 4, 8}, 4);
    m_group.setExclusive(true);
    for (const views::ViewEntry* page : pages) {
        auto* button = new QToolButton(this);
        const int index = static_cast<int>(m_buttons.size());
        button->setObjectName(QStringLiteral("page_") + QString::fromLatin1(page->id));
        button->setText(page->titleText());
        const QKeySequence keys(QStringLiteral("Alt+%1").arg(index + 1)); // Ctrl and digits set bookmarks
        button->setToolTip(tr("%1 (%2)").arg(page->hintText(), keys.toString(QKeySequence::NativeText)));
        button->setShortcut(keys);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setIconSize(QSize(24, 24));
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setFont(views::font(views::TextSize::Small));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setMinimumHeight(56);
        m_group.addButton(button, index);
        m_buttons.push_back(button);
        column->addWidget(button);
    }
    column->addStretch(1);
    connect(&m_group, &QButtonGroup::idClicked, this, &ActivityBar::chosen);
    connect(&m_group, &QButtonGroup::idToggled, this, [this](int index, bool on) {
        tint();
        if (on) emit chosen(index); // assistive technology toggles, and does not click
    });
    tint();
}

void ActivityBar::setCurrent(int index) {
    const QSignalBlocker own(m_group); // nobody chose it
    m_group.setExclusive(false); // one that is checked alone cannot be unchecked otherwise
    for (QAbstractButton* button : m_group.buttons())
        button->setChecked(m_group.id(button) == index);
    m_group.setExclusive(true);
    tint();
}

// Of the application's palette: a widget with a style sheet hears of its own too early.
void ActivityBar::tint() {
    const views::Theme& theme = views::Theme::forPalette(QApplication::palette());
    const QString sheet =
        QStringLiteral("QToolButton { border: none; border-radius: 4px; color: %1; }"
                       "QToolButton:checked { background: %3; color: %2; }"
                       "QToolButton:hover { background: %3; }"
                       "QToolButton:focus { border: 1px solid %4; }")
            .arg(theme.muted.name(), theme.text.name(), theme.raised.name(), theme.hover.name());
    setStyleSheet(sheet);
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setIcon(views::lineIcon(QString::fromLatin1(m_pages[i]->icon),
                                              m_buttons[i]->isChecked() ? theme.accent : theme.muted));
    update(); // the marker lies beside the buttons
}

void ActivityBar::paintEvent(QPaintEvent*) {
    const views::Theme& theme = views::Theme::forPalette(QApplication::palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setPen(theme.line);
    painter.drawLine(rect().topRight(), rect().bottomRight());
    for (const QToolButton* button : m_buttons)
        if (button->isChecked())
            painter.fillRect(QRect(0, button->y() + 8, 3, button->height() - 16), theme.accent);
}

} // namespace edgewright::workbench
