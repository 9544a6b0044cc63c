// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/focus_ring.h"

#include "views/support/theme.h"

#include <QApplication>
#include <QFocusEvent>
#include <QPainter>

namespace edgewright::workbench {

namespace {

constexpr int RingWidth = 2; // pixels, outside of what it is around, as far as the window goes

} // namespace

FocusRing::FocusRing(QWidget& window) : QWidget(&window), m_window(window) {
    setObjectName(QStringLiteral("focusRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    qApp->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType() || watched == this) return false;
    auto* widget = static_cast<QWidget*>(watched);
    switch (event->type()) {
    case QEvent::FocusIn: {
        if (widget->window() != &m_window) break;
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
            reason == Qt::ShortcutFocusReason)
            m_isByKeys = true;
        m_focus = widget;
        place();
        break;
    }
    case QEvent::FocusOut:
        if (widget != m_focus) break;
        m_focus = nullptr;
        place();
        break;
    case QEvent::Shortcut: // of a button, which may lead to another page
        if (widget->window() == &m_window) m_isByKeys = true;
        break;
    case QEvent::MouseButtonPress:
        if (!m_isByKeys || widget->window() != &m_window) break;
        m_isByKeys = false;
        place();
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (m_focus && m_isByKeys && (widget == m_focus || widget->isAncestorOf(m_focus))) place();
        break;
    default:
        break;
    }
    return false;
}

// Around what is seen of it: the rest may be scrolled away.
void FocusRing::place() {
    QRect seen;
    if (m_focus && m_isByKeys && m_focus->isVisible() && m_window.isAncestorOf(m_focus)) {
        seen = QRect(m_focus->mapTo(&m_window, QPoint(0, 0)), m_focus->size());
        for (const QWidget* around = m_focus->parentWidget(); around && around != &m_window;
             around = around->parentWidget())
            seen &= QRect(around->mapTo(&m_window, QPoint(0, 0)), around->size());
    }
    if (seen.isEmpty()) return hide();
    const QRect outer = seen.adjusted(-RingWidth, -RingWidth, RingWidth, RingWidth) & m_window.rect();
    setGeometry(outer);
    setMask(QRegion(rect()) - QRegion(rect().adjusted(RingWidth, RingWidth, -RingWidth, -RingWidth)));
    raise();
    show();
}

void FocusRing::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), views::Theme::forPalette(palette()).accent);
}

} // namespace edgewright::workbench
