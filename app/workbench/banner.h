// SPDX-License-Identifier: GPL-3.0-or-later
// One message across the top of the pages: what went wrong and what to do; never modal, closed by hand.
#pragma once

#include <QFrame>
#include <QLabel>

namespace edgewright::workbench {

class Banner final : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);
    void showMessage(const QString& message);
    QString text() const { return m_text->text(); }

private:
    QLabel* m_text;
};

} // namespace edgewright::workbench
