// SPDX-License-Identifier: GPL-3.0-or-later
// The spans of a profile: what ran, and when.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::trace {

enum class Tool { Unknown, OnnxRuntime, PyTorch, TensorRt, Tvm, Edgewright };

struct Track {
    std::string process, thread; // as the file names or numbers them
    // Spans that overlap others of the thread without lying in them are on a track of their own, the second of
    // the thread, the third ...
    int overflow = 0;

    friend bool operator==(const Track&, const Track&) = default;
};

struct Span {
    std::uint32_t name = 0;  // index in Trace::names
    std::uint32_t op = 0;    // operator, where the tool says so; index in Trace::names, 0: not said
    std::uint32_t track = 0; // index in Trace::tracks
    std::uint32_t depth = 0; // how many spans of the track it lies in
    double start = 0;        // seconds since the first event
    double seconds = 0;
};

struct CounterPoint {
    std::uint32_t name = 0; // index in Trace::names
    double time = 0;        // seconds
    double value = 0;
};

struct Trace {
    Tool tool = Tool::Unknown;
    std::vector<std::string> names; // the first one is empty
    std::vector<Track> tracks;
    std::vector<Span> spans;            // by track, then by start, what holds others before those
    std::vector<CounterPoint> counters; // by time
    std::size_t runs = 0;           // that the time of each span is the median or mean of; 0: of its own run
    bool isWhole = true;            // else the file was read up to some damage; a note says where
    bool hasTimes = true;           // else `start` only lays the spans out one after the other
    std::vector<std::string> notes; // what was left out, and why: one sentence each

    const std::string& nameOf(const Span& span) const { return names[span.name]; }
    double end() const; // seconds, of the last span
};

const char* nameOf(Tool tool); // "ONNX Runtime"

// Sorts the spans, sets their depths, and gives those that overlap others of their track without lying in them
// a track of their own; a note says how many. Starts are moved so that the first is 0. O(n log n).
void arrange(Trace& trace);

} // namespace edgewright::trace
