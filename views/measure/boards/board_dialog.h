// SPDX-License-Identifier: GPL-3.0-or-later
// A board to be added or changed: how OpenSSH reaches it, and whether it does.
#pragma once

#include "views/session/boards.h"

#include <QDialog>

#include <string>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace edgewright::views {

class BoardDialog final : public QDialog {
    Q_OBJECT
public:
    // `known`: the name of the board that is changed; empty: a new one.
    BoardDialog(Boards& boards, std::string known, QWidget* parent = nullptr);
    ~BoardDialog() override;

signals:
    void saved(const QString& name);

private:
    remote::Host host() const;
    void test();
    void save();
    void showTrial();
    void say(const QString& text, bool isProblem);

    Boards& m_boards;
    std::string m_known;
    QLineEdit *m_name = nullptr, *m_address = nullptr, *m_user = nullptr, *m_identity = nullptr,
              *m_jump = nullptr;
    QSpinBox* m_port = nullptr;
    QLabel* m_answer = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton *m_test = nullptr, *m_save = nullptr;
};

} // namespace edgewright::views
