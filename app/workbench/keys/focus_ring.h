// SPDX-License-Identifier: GPL-3.0-or-later
// A line around whatever has the focus in a window, once the keyboard has moved it there; a click hides it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace edgewright::workbench {

class FocusRing final : public QWidget {
    Q_OBJECT
public:
    explicit FocusRing(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QWidget& m_window;
    QPointer<QWidget> m_focus;
    bool m_isByKeys = false;
};

} // namespace edgewright::workbench
