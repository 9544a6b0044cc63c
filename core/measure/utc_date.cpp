// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/utc_date.h"

#include <array>
#include <ctime>

namespace edgewright::measure {

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace edgewright::measure
