// SPDX-License-Identifier: GPL-3.0-or-later
// Times that leave those of a plan, and stay away.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace edgewright::relay {

class DriftWatch {
public:
    // `planned`: seconds; above 0, else nothing drifts.
    DriftWatch(double planned, double share, double seconds)
        : m_planned(planned), m_share(share), m_seconds(seconds) {}

    // One more time, seconds, at a moment, seconds. True where the median of the last ones has been outside of
    // planned × (1 ± share) for so long.
    bool add(double time, double now);
    // The median over what was planned.
    double factor() const;
    // Watches anew, with so many times what was planned.
    DriftWatch rescaled(double factor) const { return {m_planned * factor, m_share, m_seconds}; }

private:
    static constexpr std::size_t Window = 31, Least = 9;
    double m_planned, m_share, m_seconds;
    std::array<double, Window> m_times{};
    std::size_t m_count = 0;
    std::optional<double> m_outsideSince;
};

} // namespace edgewright::relay
