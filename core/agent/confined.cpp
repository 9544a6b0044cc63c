// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/confined.h"

#include <string>
#include <utility>

namespace edgewright::agent {

Result<Confined> Confined::to(const std::vector<int>& processors) {
    Confined confined;
    if (processors.empty()) return confined;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int each : processors)
        if (each >= 0 && each < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(each), &set);
    if (::sched_getaffinity(0, sizeof confined.m_before, &confined.m_before) != 0 ||
        ::sched_setaffinity(0, sizeof set, &set) != 0) {
        std::string list;
        for (const int each : processors)
            list += (list.empty() ? "" : ", ") + std::to_string(each);
        return badInput("this machine cannot run on processors " + list + " alone");
    }
    confined.m_isConfined = true;
    return confined;
}

Confined::~Confined() {
    if (m_isConfined) ::sched_setaffinity(0, sizeof m_before, &m_before);
}

Confined::Confined(Confined&& other) noexcept
    : m_before(other.m_before), m_isConfined(std::exchange(other.m_isConfined, false)) {}

} // namespace edgewright::agent
