// SPDX-License-Identifier: GPL-3.0-or-later
// One message across the top of the pages: what went wrong and what to do; never modal, closed by hand.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <functional>

namespace edgewright::workbench {

class Banner final : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);
    void showMessage(const QString& message) { offer(message, {}, {}); }
    // With a button that does `act` and closes the message.
    void offer(const QString& message, const QString& button, std::function<void()> act);
    QString text() const { return m_text->text(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();

    QLabel *m_mark, *m_text;
    QPushButton* m_button;
    QToolButton* m_close;
    std::function<void()> m_act;
};

} // namespace edgewright::workbench
