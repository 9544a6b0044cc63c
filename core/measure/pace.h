// SPDX-License-Identifier: GPL-3.0-or-later
// The speed of a machine over days: shared machines and those with a governor have several. A loop that always
// does the same is timed beside every measurement, and its time remembered, so that an interval can say what
// the next measurement may find.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>

namespace edgewright::measure {

// Factors on the times of a run: from the machine's fastest to its slowest, as far as they were seen.
struct Pace {
    double fastest = 1, slowest = 1; // at most 1, at least 1
    double within = 1;               // slowest over fastest while it was measured
    std::size_t measurements = 0;    // that are known of, this one among them
    friend bool operator==(const Pace&, const Pace&) = default;
};

inline constexpr double MaxPace = 1e6;

// Seconds of the loop: about a tenth of a millisecond of multiplications and additions on a few kilobytes.
double referenceSeconds();

// `reference`: times of the loop during a run. Its median goes into `history`, a text file with a time on each
// line, the newest last; the last MaxRemembered count. A file that is none of these is begun anew; times that
// are more than MaxSpeedRatio from that median are of no speed of this machine, and do not count. 1 of
// everything for an empty `reference`; errors of writing.
inline constexpr std::size_t MaxRemembered = 200;
inline constexpr double MaxSpeedRatio = 10;
Result<Pace> remembered(std::span<const double> reference, const std::filesystem::path& history);

// Times of the loop that a run has at least: the median of fewer may be that of an interruption, and is not to
// be remembered.
inline constexpr std::size_t MinReferences = 8;

// The pace for samples (seconds) that were taken beside `reference`. Where the run itself had the machine at
// the fastest speed that is known, the fastest sample shows what that speed makes of it: Pace::fastest is no
// smaller than that sample over their median.
Pace seenBy(Pace pace, std::span<const double> reference, std::span<const double> samples);

// In the cache of the user; empty: there is none.
std::filesystem::path paceHistory();

} // namespace edgewright::measure
