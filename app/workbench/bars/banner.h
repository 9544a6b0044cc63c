// SPDX-License-Identifier: GPL-3.0-or-later
// One message over the lower edge of the pages: what went wrong and what to do; never modal, closed by hand or
// by Esc, which the window sees to. It moves nothing that lies there.
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
    void lieOver(QWidget* area); // which is in the same parent, or further inside
    void showMessage(const QString& message) { offer(message, {}, {}); }
    // With a button that does `act` and closes the message.
    void offer(const QString& message, const QString& button, std::function<void()> act);
    QString text() const { return m_text->text(); }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tint();
    void place();

    QLabel *m_mark, *m_text;
    QPushButton* m_button;
    QToolButton* m_close;
    QWidget* m_area = nullptr;
    std::function<void()> m_act;
};

} // namespace edgewright::workbench
