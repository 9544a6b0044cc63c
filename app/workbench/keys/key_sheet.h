// SPDX-License-Identifier: GPL-3.0-or-later
// All keys on one sheet, read from the actions that are installed.
#pragma once

#include <QDialog>

namespace edgewright::workbench {

class KeySheet final : public QDialog {
    Q_OBJECT
public:
    explicit KeySheet(QWidget* window);

protected:
    // Closed by Esc wherever the focus is: without a window manager it stays with the window.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace edgewright::workbench
