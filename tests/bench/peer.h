// SPDX-License-Identifier: GPL-3.0-or-later
// Another program that answers questions: one line of JSON each.
#pragma once

#include "tests/bench/child.h"
#include "tests/bench/report.h"

namespace edgewright::bench {

// Started with the first question, and anew when it went away.
class Peer {
public:
    explicit Peer(std::vector<std::string> command) : m_command(std::move(command)) {}

    // An object: what it says, or {"error": ...}.
    Json ask(const Json& question, double seconds);

private:
    std::vector<std::string> m_command;
    std::optional<Child> m_child;
};

} // namespace edgewright::bench
