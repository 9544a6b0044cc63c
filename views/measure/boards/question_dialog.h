// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of OpenSSH while it connects to a board: whether its key is right, a password.
#pragma once

#include "views/session/board_questions.h"

#include <QDialog>

#include <memory>

class QLineEdit;

namespace edgewright::views {

class QuestionDialog final : public QDialog {
    Q_OBJECT
public:
    explicit QuestionDialog(std::shared_ptr<BoardQuestion> question, QWidget* parent = nullptr);
    ~QuestionDialog() override; // who closes it gives up

    const std::shared_ptr<BoardQuestion>& question() const { return m_question; }

private:
    void askHostKey();
    void askSecret();

    std::shared_ptr<BoardQuestion> m_question;
    QLineEdit* m_secret = nullptr;
};

} // namespace edgewright::views
