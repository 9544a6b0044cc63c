// SPDX-License-Identifier: GPL-3.0-or-later
// Names of tracks and counters: what files say becomes data, and that is worded for people.
#pragma once

#include "core/trace/trace.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace edgewright::trace {

struct TrackNames {
    std::map<std::pair<std::string, std::string>, std::string> threads; // by numbers of process and thread
    std::map<std::string, std::string> processes;                       // labels, "GPU 0"
};

// Names the tracks, whose threads are texts before, as the file numbers them: threads of the host first, then
// streams of devices, then what a profiler tells of itself, which is no thread of anybody.
void nameTracks(Trace& trace, const TrackNames& names);

// Reads a name as tracers write it: "stream 7", "thread 9 (python)", "9" (a thread), "profiler".
Label trackLabel(std::string_view name);
// Likewise: "GPU 0 memory", "Pinned host memory".
Label counterLabel(std::string_view name);

// The counters of a trace that is being read.
class CounterIndex {
public:
    // In Trace::counterNames, where the label is added if it is new. O(log n).
    std::uint32_t operator()(Trace& trace, const Label& label);

private:
    std::map<Label, std::uint32_t> m_known;
};

std::string shown(const Label& label); // in the language of the sentences; texts of programs as they are
std::string plain(const Label& label); // as tracers write it: for files

} // namespace edgewright::trace
