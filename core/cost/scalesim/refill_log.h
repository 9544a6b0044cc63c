// SPDX-License-Identifier: GPL-3.0-or-later
// When a read buffer with unlimited bandwidth (SCALE-Sim's CALC mode) fetches, and how many words per cycle
// that takes.
//
// What the array asks for while it fills half of the SRAM is taken to be fetched while it filled the half
// before; the first half at 10 words per cycle, so that it is there one cycle before it is asked for, or, if
// nothing follows, before cycle 0.
#pragma once

#include "core/cost/scalesim/demand.h"

namespace edgewright::cost {

// Half of an SRAM of so many kB, in 50 sets of a hundredth each.
inline std::int64_t refillWords(std::int64_t kiloBytes) { return 50 * (kiloBytes * 1024 / 100); }

class RefillLog {
public:
    struct Fetches {
        std::int64_t start = 0, stop = 0; // cycles of the first and the last word; negative before the array
        std::int64_t widest = 0;          // words per cycle
        bool exact = true;
    };

    // `demand` must live as long.
    RefillLog(const Demand& demand, std::int64_t kiloBytes);

    // So many refills follow. False: those are more than are taken down (RefillLimit).
    bool expect(std::int64_t refills);
    void giveUp() { m_full = true; }
    // The half is full with the word-th word of a pass.
    void refill(std::int64_t pass, std::int64_t word);
    // After the last refill; `words` were fetched in all, of an array that works until `lastLine`.
    Fetches finish(std::int64_t words, std::int64_t lastLine) const;

private:
    std::int64_t forWords(std::int64_t words) const; // words per cycle
    const Demand& m_demand;
    std::int64_t m_setWords, m_half;
    std::int64_t m_first;      // line
    std::int64_t m_last = 0;   // line of the last refill
    std::int64_t m_cycles = 0; // that the next fetches have
    std::int64_t m_refills = 0;
    std::int64_t m_widest = 10;
    bool m_full = false;
};

} // namespace edgewright::cost
