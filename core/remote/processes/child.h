// SPDX-License-Identifier: GPL-3.0-or-later
// Another program, with pipes for its standard input and output. No shell takes part. It ends with this
// process, whatever ends that.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace edgewright::remote {

class Child {
public:
    // arguments[0] is the program, looked for in PATH unless it names a folder. `environment`: "NAME=value",
    // beside this process's own. BadInput, naming the program, when it cannot be started.
    // In a process group of its own, so that Ctrl-C in a terminal is this program's; or in this one's, from
    // which it may ask the person at the terminal, and where Ctrl-C does not reach it either.
    enum class Group { Own, Terminal };
    static Result<Child> start(const std::vector<std::string>& arguments,
                               const std::vector<std::string>& environment = {}, Group group = Group::Own);
    // Closes its input, waits for it that long, then ends it and all that it started.
    ~Child();
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;

    int input() const { return m_input; }   // to be written to
    int output() const { return m_output; } // to be read from
    void closeInput();

    static constexpr std::chrono::milliseconds Grace{3000};
    // Its exit status, 128 + the signal that ended it; empty: it runs still.
    std::optional<int> wait(std::chrono::milliseconds patience);
    // Asks it to end (SIGTERM), and ends it when it does not in that time.
    void end(std::chrono::milliseconds patience = Grace);
    // Its standard error until now: the last 64 KiB. More than 1 MiB it cannot write.
    std::string errors() const;
    bool errorsAreFull() const; // it has written as much as it can
    pid_t id() const { return m_id; }

private:
    Child() = default;

    void kill(int signal) const;

    pid_t m_id = -1;
    bool m_hasGroup = true;
    int m_input = -1, m_output = -1, m_errors = -1;
    std::optional<int> m_status;
};

} // namespace edgewright::remote
