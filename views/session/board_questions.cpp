// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/board_questions.h"

#include <chrono>

namespace edgewright::views {

void BoardQuestion::answer(std::optional<std::string> answer) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_isAnswered) return;
        m_isAnswered = true;
        m_answer = std::move(answer);
    }
    m_given.notify_all();
}

std::optional<std::string> BoardQuestion::wait(const RunContext& run) {
    std::unique_lock lock(m_mutex);
    while (!m_isAnswered && !run.stopped())
        m_given.wait_for(lock, std::chrono::milliseconds(50));
    return std::exchange(m_answer, std::nullopt);
}

std::shared_ptr<QuestionDesk> QuestionDesk::make() {
    return {new QuestionDesk, [](QuestionDesk* desk) { desk->deleteLater(); }};
}

remote::Askpass::Answer QuestionDesk::asking(const QString& board) {
    return [desk = shared_from_this(), board](const remote::Question& question, const RunContext& run) {
        const auto pending = std::make_shared<BoardQuestion>(board, question);
        QMetaObject::invokeMethod(
            desk.get(), [it = desk.get(), pending] { emit it->asked(pending); }, Qt::QueuedConnection);
        auto answer = pending->wait(run);
        QMetaObject::invokeMethod(
            desk.get(), [it = desk.get(), pending] { emit it->over(pending); }, Qt::QueuedConnection);
        return answer;
    };
}

} // namespace edgewright::views
