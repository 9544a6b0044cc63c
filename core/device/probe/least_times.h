// SPDX-License-Identifier: GPL-3.0-or-later
// The least time of every operator of a network over several rounds, and whether they are settled.
#pragma once

#include "core/device/record/record.h"

#include <optional>
#include <vector>

namespace edgewright::device {

// Other programs and other speeds of the machine only ever add to a time. A network that takes 50 us runs 25
// times within one of its slow phases; in rounds that are spread over seconds every operator meets a fast one.
class LeastTimes {
public:
    // A record of the same variants as those before, with the same operators. Internal where it is not.
    Result<void> add(const Record& round);
    // True once two rounds in a row took less than 1 % from the sum of all operators.
    bool isSettled() const { return m_quietRounds >= 2; }
    // True if the machine had other speeds, or other things to do, meanwhile: half of the rounds took longer
    // than the fastest one by more than NotablePace.
    bool isUneven() const;
    const Record& record() const { return *m_least; } // requires a round

private:
    std::optional<Record> m_least;
    std::vector<double> m_rounds; // seconds of the profiled runs of all variants, by round
    int m_quietRounds = 0;
};

} // namespace edgewright::device
