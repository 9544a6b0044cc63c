// SPDX-License-Identifier: GPL-3.0-or-later
// The spans of a profile: what ran, and when.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::trace {

enum class Tool { Unknown, OnnxRuntime, PyTorch, TensorRt, Tvm, Edgewright };

// The name of a track or a counter; track_names.h words it.
struct Label {
    enum class Kind : std::uint8_t { Text, Thread, Stream, Profiler, GpuMemory, PinnedMemory };
    std::string text; // Text: the whole of it, as its program gave it; Thread: what that is called, or nothing
    Kind kind = Kind::Text;
    std::int64_t number = 0; // of the thread, the stream, the GPU

    friend auto operator<=>(const Label&, const Label&) = default;
};

struct Track {
    std::string process; // as the file names or numbers it; of a device "GPU 0"
    Label thread;        // or stream
    // Spans that overlap others of the thread without lying in them are on a track of their own, the second of
    // the thread, the third ...
    int overflow = 0;
    bool isDevice = false; // a stream of an accelerator

    friend bool operator==(const Track&, const Track&) = default;
};

// The part that a span has in the work of an accelerator.
enum class Role : std::uint8_t {
    Plain,    // none, or the file does not say
    Operator, // of the framework, on the host
    Launch,   // a call on the host that starts something on the device
    Kernel,   // that something: a kernel, a copy, a fill
};

struct Span {
    std::uint32_t name = 0;  // index in Trace::names
    std::uint32_t op = 0;    // operator, where the tool says so; index in Trace::names, 0: not said
    std::uint32_t track = 0; // index in Trace::tracks
    std::uint32_t depth = 0; // how many spans of the track it lies in
    double start = 0;        // seconds since the first event
    double seconds = 0;
    std::uint32_t correlation = 0; // of a launch and of what it started: the same number; 0: none
    std::uint32_t external = 0;    // of an operator and of what was started within it; 0: none
    Role role = Role::Plain;
};

struct CounterPoint {
    std::uint32_t counter = 0; // index in Trace::counterNames
    double time = 0;           // seconds
    double value = 0;
};

struct Trace {
    Tool tool = Tool::Unknown;
    std::vector<std::string> names; // the first one is empty
    std::vector<Track> tracks;
    std::vector<Span> spans; // by track, then by start, what holds others before those
    std::vector<Label> counterNames;
    std::vector<CounterPoint> counters; // by time
    std::size_t runs = 0;           // that the time of each span is the median or mean of; 0: of its own run
    bool isWhole = true;            // else the file was read up to some damage; a note says where
    bool hasTimes = true;           // else `start` only lays the spans out one after the other
    std::vector<std::string> notes; // what was left out, and why: one sentence each
    std::string machine;            // that it was taken on, where the file names it: "NVIDIA H100 80GB HBM3"
    std::vector<std::int64_t> firstShape; // of the first input of its first operator; empty: not told

    const std::string& nameOf(const Span& span) const { return names[span.name]; }
    double end() const;      // seconds, of the last span
    bool hasKernels() const; // times are those of a device, which the host's calls are not
};

// A call on the host and what it started.
struct Launch {
    std::uint32_t call = 0, kernel = 0; // indices in Trace::spans
    friend bool operator==(const Launch&, const Launch&) = default;
};
// By place of the kernel. A call that starts a recorded graph has many kernels; kernels whose call was not
// recorded have no launch. Of calls that were given one number twice it is the last before the kernel.
// O(n log n).
std::vector<Launch> launchesOf(const Trace& trace);

const char* nameOf(Tool tool); // "ONNX Runtime"

// Sorts the spans, sets their depths, and gives those that overlap others of their track without lying in them
// a track of their own; a note says how many. Starts are moved so that the first is 0. O(n log n).
void arrange(Trace& trace);

} // namespace edgewright::trace
