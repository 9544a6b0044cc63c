// SPDX-License-Identifier: GPL-3.0-or-later
// A clock that never goes back.
#pragma once

#include <chrono>

namespace edgewright {

// Seconds since some moment before the program began: two of them tell how long something took.
inline double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace edgewright
