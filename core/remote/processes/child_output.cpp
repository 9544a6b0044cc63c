// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/processes/child_output.h"

#include "core/base/quoted.h"
#include "core/base/say.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace edgewright::remote {

bool readSome(int descriptor, std::chrono::milliseconds patience,
              const std::function<void(std::string_view)>& took) {
    pollfd poll{descriptor, POLLIN, 0};
    if (::poll(&poll, 1, static_cast<int>(patience.count())) <= 0) return true;
    std::array<char, 16384> bytes;
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got > 0) took({bytes.data(), static_cast<std::size_t>(got)});
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

Result<ChildOutput> outputOf(Child child, const std::string& name, const RunContext& run,
                             std::chrono::milliseconds patience,
                             const std::function<void(std::string_view)>& told) {
    constexpr std::size_t MaxText = std::size_t(1) << 20;
    child.closeInput();
    ChildOutput output;
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto take = [&](std::string_view bytes) {
        output.text += bytes.substr(0, MaxText - output.text.size());
        if (told) told(bytes);
    };
    while (readSome(child.output(), std::chrono::milliseconds(20), take)) {
        if (run.stopped()) {
            child.end();
            return cancelled();
        }
        if (child.errorsAreFull()) {
            child.end();
            return badInput(say("{1} writes more than 1 MiB of errors", inQuotes(name)));
        }
        if (std::chrono::steady_clock::now() <= end) continue;
        child.end();
        return Error{ErrorCode::TimedOut,
                     say("{1} does not answer for {2} s", inQuotes(name), patience.count() / 1000)};
    }
    output.status = child.wait(Child::Grace).value_or(255);
    output.errors = child.errors();
    return output;
}

} // namespace edgewright::remote
