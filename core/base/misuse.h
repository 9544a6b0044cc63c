// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a program that breaks a rule of its own code, in every build: what assert does, and NDEBUG does
// not take away.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace edgewright {

// One line on standard error, then SIGABRT. `detail` may be empty.
[[noreturn, gnu::cold, gnu::noinline]] inline void endMisuse(const char* what, const char* detail) noexcept {
    std::fputs("edgewright: ", stderr);
    std::fputs(what, stderr);
    std::fputs(detail, stderr);
    std::fputc('\n', stderr);
    std::abort();
}

} // namespace edgewright
