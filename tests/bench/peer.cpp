// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peer.h"

namespace edgewright::bench {

Json Peer::ask(const Json& question, double seconds) {
    if (!m_child) {
        auto child = Child::start(m_command);
        if (!child) return {{"error", child.error().message}};
        m_child = std::move(*child);
    }
    std::optional<std::string> answer;
    if (m_child->say(question.dump())) answer = m_child->hear(seconds);
    if (!answer) {
        m_child.reset();
        return {{"error", "it gave no answer"}};
    }
    Json parsed = Json::parse(*answer, nullptr, false);
    if (!parsed.is_object()) return {{"error", "not understood: " + *answer}};
    return parsed;
}

} // namespace edgewright::bench
