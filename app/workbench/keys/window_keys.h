// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the window that work everywhere in it. A text field takes some of them for itself: Ctrl+E and Ctrl+K
// are keys for editing on some desktops.
#pragma once

#include <QObject>
#include <QWidget>

namespace edgewright::workbench {

class WindowKeys final : public QObject {
    Q_OBJECT
public:
    // For all actions of `window`, but those with keys by which text is edited everywhere (undo, redo), and
    // keys that write a character.
    explicit WindowKeys(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

} // namespace edgewright::workbench
