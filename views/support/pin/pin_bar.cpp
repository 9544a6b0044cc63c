// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/pin/pin_bar.h"

#include "views/session/pin.h"
#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/pin/pin_text.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>

namespace edgewright::views {

namespace {

constexpr std::size_t AllSettings = 100;
constexpr int MaxModelWidth = 220; // pixels

} // namespace

PinBar::PinBar(Pin* pin, QWidget* parent)
    : QWidget(parent), m_pin(pin), m_model(new QLabel(this)), m_first(new QToolButton(this)),
      m_a(new QToolButton(this)), m_b(new QToolButton(this)) {
    setObjectName(QStringLiteral("pinBar"));
    auto* row = rowIn(this, {}, 2);
    setVisible(pin != nullptr);
    if (!pin) return;
    m_model->setObjectName(QStringLiteral("pinModel"));
    m_model->setFont(views::font(TextSize::Small));
    m_model->setForegroundRole(QPalette::PlaceholderText);
    m_model->setTextFormat(Qt::PlainText);
    m_model->hide();
    row->addWidget(m_model);
    m_first->setObjectName(QStringLiteral("pinFirst"));
    m_first->setDefaultAction(&pin->pinAction());
    add(m_first);
    for (const auto& [button, name] : {std::pair(m_a, "pinA"), std::pair(m_b, "pinB")}) {
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, &PinBar::tableWanted);
        m_whilePinned.push_back(add(button));
        if (button == m_b) continue;
        auto* between = new QLabel(QStringLiteral("|"), this);
        between->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(between);
        m_whilePinned.push_back(between);
    }
    const std::initializer_list<std::pair<QAction*, const char*>> others{
        {&pin->pinAction(), ":/icons/pin.svg"},
        {&pin->swapAction(), ":/icons/swap.svg"},
        {&pin->releaseAction(), ":/icons/close.svg"}};
    for (const auto& [action, icon] : others) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setAutoRaise(true);
        button->setToolTip(action->toolTip());
        button->setAccessibleName(action->text());
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button,
                [button, action = action] { button->setEnabled(action->isEnabled()); });
        button->setEnabled(action->isEnabled());
        m_icons.emplace_back(button, QString::fromLatin1(icon));
        m_whilePinned.push_back(add(button));
    }
    connect(pin, &Pin::changed, this, [this] {
        if (isVisible()) follow();
    });
    follow();
    tint();
}

QToolButton* PinBar::add(QToolButton* button) {
    button->setMinimumSize(26, 26);
    layout()->addWidget(button);
    return button;
}

void PinBar::follow() {
    const bool pinned = m_pin && m_pin->a();
    m_first->setVisible(m_pin && !pinned);
    for (QWidget* each : m_whilePinned)
        each->setVisible(pinned);
    const QString other = m_pin ? otherModelText(*m_pin) : QString();
    m_model->setVisible(!other.isEmpty());
    m_model->setToolTip(plainTip(other));
    m_model->setAccessibleName(other);
    if (!pinned) return;
    m_model->setText(m_model->fontMetrics().elidedText(tr("A is of %1").arg(m_pin->a()->model), Qt::ElideMiddle,
                                                       MaxModelWidth));
    const StateNames names = stateNames(*m_pin, {}, AllSettings);
    const auto show = [](QToolButton& button, const QString& letter, const QString& name) {
        button.setText(letter);
        const QString told = name.isEmpty() ? tr("Both are the same; click for the table")
                                            : tr("%1: %2. Click for the table").arg(letter, name);
        button.setToolTip(plainTip(told));
        button.setAccessibleName(told);
    };
    show(*m_a, QStringLiteral("A"), names.a);
    show(*m_b, QStringLiteral("B"), names.b);
}

void PinBar::tint() {
    const Theme& theme = Theme::forPalette(palette());
    for (const auto& [button, icon] : m_icons)
        button->setIcon(lineIcon(icon, theme.text));
    const auto colour = [&](QToolButton& button, const QColor& side) {
        QPalette colours = palette();
        colours.setColor(QPalette::ButtonText, mixed(side, theme.text, 0.75));
        button.setPalette(colours);
        button.setFont(views::font(TextSize::Body, true));
    };
    colour(*m_a, theme.before);
    colour(*m_b, theme.after);
}

void PinBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

// What changed while nobody looked.
void PinBar::showEvent(QShowEvent* event) {
    follow();
    QWidget::showEvent(event);
}

void showPinTab(QTabWidget& tabs, QWidget& page, const QString& title, bool shown) {
    const int index = tabs.indexOf(&page);
    if (shown && index < 0)
        tabs.addTab(&page, title);
    else if (!shown && index >= 0)
        tabs.removeTab(index);
}

} // namespace edgewright::views
