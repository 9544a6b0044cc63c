// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/parts.h"

#include <algorithm>

namespace edgewright::serve {

void Parts::report(double share, std::size_t parts) const {
    constexpr double Steps = 1000; // of a part
    const double done = static_cast<double>(m_done) + std::clamp(share, 0.0, 1.0) * static_cast<double>(parts),
                 all = static_cast<double>(std::max(m_all, m_done + parts));
    m_run.report(static_cast<std::uint32_t>(Steps * done), static_cast<std::uint32_t>(Steps * all));
}

void Parts::done(std::size_t parts) {
    report(1, parts);
    m_done += parts;
}

} // namespace edgewright::serve
