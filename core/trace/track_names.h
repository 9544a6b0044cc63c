// SPDX-License-Identifier: GPL-3.0-or-later
// Names of tracks as the metadata of a file has them.
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

// Names the tracks, which have numbers before: threads of the host first, then streams of devices ("GPU 0",
// "stream 7"), then what a profiler tells of itself, which is no thread of anybody.
void nameTracks(Trace& trace, const TrackNames& names);

// The name of a track or counter for people: "stream 7", "thread 9 (python)", "GPU 0 memory" and what else
// tracers write in one form are said in the language of the sentences; other names stay as they are.
std::string shownName(std::string_view name);

} // namespace edgewright::trace
