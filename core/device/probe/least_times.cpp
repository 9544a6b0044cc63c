// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/least_times.h"

#include "core/measure/statistics.h"

#include <algorithm>

namespace edgewright::device {

namespace {

constexpr double Settled = 0.01; // share of the sum that a round may still take away

double sumOf(const Record& record) {
    double sum = 0;
    for (const VariantRecord& each : record.variants)
        sum += each.operatorSeconds();
    return sum;
}

} // namespace

Result<void> LeastTimes::add(const Record& round) {
    double took = 0;
    for (const VariantRecord& each : round.variants)
        took += each.profiledSeconds;
    m_rounds.push_back(took);
    if (!m_least) {
        m_least = round;
        return {};
    }
    const double before = sumOf(*m_least);
    if (round.variants.size() != m_least->variants.size()) return internalError("a round has other variants");
    for (std::size_t i = 0; i < round.variants.size(); ++i) {
        const std::vector<OperatorTime>& now = round.variants[i].operators;
        std::vector<OperatorTime>& least = m_least->variants[i].operators;
        if (now.size() != least.size()) return internalError("a round has other operators");
        for (std::size_t at = 0; at < now.size(); ++at)
            least[at].seconds = std::min(least[at].seconds, now[at].seconds);
    }
    m_quietRounds = sumOf(*m_least) > before * (1 - Settled) ? m_quietRounds + 1 : 0;
    return {};
}

bool LeastTimes::isUneven() const {
    const measure::Summary rounds = measure::summaryOf(m_rounds);
    return rounds.median > rounds.min * NotablePace;
}

} // namespace edgewright::device
