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
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace edgewright::workbench
