// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/top_bar.h"

#include "core/pipeline/model_file.h"
#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QPainter>

namespace edgewright::workbench {

TopBar::TopBar(views::SettingsModel& settings, QThreadPool& pool, CommandPaletteIndex& index, QMenu* menu,
               QAction* undo, QAction* redo, QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("topBar"));
    setFixedHeight(48);
    auto* row = views::rowIn(this, {8, 4, 12, 4}, 8);
    QToolButton* menuButton = button(QStringLiteral(":/icons/menu.svg"), tr("Menu (Alt+M)"));
    menuButton->setObjectName(QStringLiteral("menuButton"));
    menuButton->setShortcut(QKeySequence(QStringLiteral("Alt+M")));
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setMenu(menu);
    menuButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_model = new QLabel(this);
    m_model->setTextFormat(Qt::PlainText);
    m_model->setObjectName(QStringLiteral("modelName"));
    m_model->setFont(views::font(views::TextSize::Body, true));
    m_chips = new BindingChips(settings, pool, this);
    m_field = new CommandPalette(index, this);
    m_field->setMinimumWidth(200);
    m_field->setMaximumWidth(440);
    const auto actionButton = [&](const QString& icon, QAction* action) {
        QToolButton* made = button(icon, action->toolTip());
        connect(made, &QToolButton::clicked, action, &QAction::trigger);
        made->setEnabled(action->isEnabled());
        connect(action, &QAction::changed, made, [made, action] { made->setEnabled(action->isEnabled()); });
        return made;
    };
    m_main = new QToolButton(this);
    m_main->setObjectName(QStringLiteral("mainAction"));
    m_main->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_main->setMinimumHeight(28);

    row->addWidget(menuButton);
    row->addWidget(m_model);
    row->addWidget(m_chips);
    row->addStretch(1);
    row->addWidget(m_field, 2);
    row->addStretch(1);
    row->addWidget(actionButton(QStringLiteral(":/icons/undo.svg"), undo));
    row->addWidget(actionButton(QStringLiteral(":/icons/redo.svg"), redo));
    row->addWidget(m_main);
    setAnalysis({});
    tint();
}

void TopBar::setMainAction(QAction* action) {
    if (QAction* before = m_main->defaultAction()) m_main->removeAction(before); // several would be a menu
    m_main->setDefaultAction(action);
}

QToolButton* TopBar::button(const QString& icon, const QString& tip) {
    auto* made = new QToolButton(this);
    made->setAutoRaise(true);
    made->setIconSize(QSize(20, 20));
    made->setMinimumSize(32, 32);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    m_icons.emplace_back(made, icon);
    return made;
}

void TopBar::setAnalysis(const pipeline::Analysis& analysis) {
    if (analysis.opened) {
        const QString name = QString::fromStdString(pipeline::modelName(analysis.opened->file));
        m_model->setText(m_model->fontMetrics().elidedText(name, Qt::ElideMiddle, 320));
        m_model->setToolTip(views::plainTip(QString::fromStdString(analysis.opened->file.string())));
    } else {
        m_model->setText(tr("No model"));
    }
    m_chips->setAnalysis(analysis);
}

void TopBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) tint();
}

void TopBar::tint() {
    const views::Theme& theme = views::Theme::forPalette(palette());
    for (const auto& [made, icon] : m_icons)
        made->setIcon(views::lineIcon(icon, theme.text));
}

void TopBar::paintEvent(QPaintEvent*) {
    const views::Theme& theme = views::Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setPen(theme.line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace edgewright::workbench
