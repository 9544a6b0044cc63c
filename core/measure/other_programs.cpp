// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/other_programs.h"

#include <algorithm>
#include <fstream>
#include <string>

#include <unistd.h>

namespace edgewright::measure {

std::optional<double> busySeconds(const std::filesystem::path& root) {
    std::ifstream file(root / "proc/stat");
    std::string word;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    file >> word >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen;
    const long perSecond = ::sysconf(_SC_CLK_TCK);
    if (!file || word != "cpu" || perSecond <= 0) return std::nullopt;
    return (user + nice + system + interrupts + soft + stolen) / static_cast<double>(perSecond);
}

OtherPrograms::OtherPrograms() : m_busy(busySeconds()) {}

std::optional<double> OtherPrograms::processors() const {
    constexpr double MinSeconds = 0.1;
    const auto busy = busySeconds();
    const Timing own = m_own.elapsed();
    if (!busy || !m_busy || own.wall < MinSeconds) return std::nullopt;
    return std::max((*busy - *m_busy - own.cpu) / own.wall, 0.0);
}

} // namespace edgewright::measure
