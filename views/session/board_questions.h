// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of OpenSSH while a thread connects to a board, to be answered in the window.
#pragma once

#include "core/remote/askpass.h"

#include <QObject>
#include <QString>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace edgewright::views {

// A question of one thread to the window. Answers are kept nowhere but here.
class BoardQuestion {
public:
    BoardQuestion(QString board, remote::Question question)
        : m_board(std::move(board)), m_question(std::move(question)) {}
    const QString& board() const { return m_board; }
    const remote::Question& question() const { return m_question; }
    void answer(std::optional<std::string> answer); // empty: the user gives up; the first one counts
    // Until there is an answer; empty when stopped before.
    std::optional<std::string> wait(const RunContext& run);

private:
    const QString m_board;
    const remote::Question m_question;
    std::mutex m_mutex;
    std::condition_variable m_given;
    bool m_isAnswered = false;
    std::optional<std::string> m_answer;
};

// Lives in the GUI thread, and is held by those who may ask.
class QuestionDesk final : public QObject, public std::enable_shared_from_this<QuestionDesk> {
    Q_OBJECT
public:
    static std::shared_ptr<QuestionDesk> make(); // in the GUI thread
    // For connections to that board.
    remote::Askpass::Answer asking(const QString& board);

signals:
    void asked(std::shared_ptr<BoardQuestion> question);
    void over(std::shared_ptr<BoardQuestion> question); // nobody waits for the answer any more

private:
    QuestionDesk() = default;
};

} // namespace edgewright::views
