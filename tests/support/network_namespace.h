// SPDX-License-Identifier: GPL-3.0-or-later
// Another host for tests: a network namespace with an address of its own, behind a link that can be cut and
// slowed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::test {

class NetworkNamespace {
public:
    // The reason why there can be none here, in one line; empty: there can.
    static std::string missing();

    // Name and addresses are of this object alone. What a test left behind that was ended is removed first.
    NetworkNamespace();
    ~NetworkNamespace();
    NetworkNamespace(const NetworkNamespace&) = delete;
    NetworkNamespace& operator=(const NetworkNamespace&) = delete;

    const std::string& address() const { return m_address; } // of the other host
    // In front of a program's command line: it runs there, in a mount namespace of its own.
    std::vector<std::string> inside() const { return {"ip", "netns", "exec", m_name}; }

    void cut() const;  // nothing passes, and nobody is told
    void mend() const; // as before
    // In both directions, as tc(8) writes it: "1mbit".
    void limit(const std::string& rate) const;
    // By this end, since the link was made.
    std::int64_t receivedBytes() const;

private:
    std::string m_name, m_link, m_far, m_address; // m_link: our end; m_far: theirs
};

} // namespace edgewright::test
