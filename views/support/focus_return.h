// SPDX-License-Identifier: GPL-3.0-or-later
// Esc in a field to search or filter with: first it empties the field, then who had the focus before has it
// again.
#pragma once

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>

namespace edgewright::views {

class FocusReturn final : public QObject {
public:
    explicit FocusReturn(QLineEdit& field) : QObject(&field), m_field(field) {
        field.installEventFilter(this);
        connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, QWidget* now) {
            if (now == &m_field && before && before->window() == m_field.window()) m_before = before;
        });
    }
    void giveBack() {
        if (m_before && m_before->isVisible())
            m_before->setFocus(Qt::OtherFocusReason);
        else
            m_field.clearFocus();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched != &m_field || event->type() != QEvent::KeyPress) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() != Qt::Key_Escape || key->modifiers() != Qt::NoModifier) return false;
        if (m_field.text().isEmpty())
            giveBack();
        else
            m_field.clear();
        return true;
    }

private:
    QLineEdit& m_field;
    QPointer<QWidget> m_before;
};

} // namespace edgewright::views
