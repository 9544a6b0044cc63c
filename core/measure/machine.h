// SPDX-License-Identifier: GPL-3.0-or-later
// The machine that a measurement was taken on, as far as the system tells, and its state at one moment: what
// may explain why it was slow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::measure {

struct Cache {
    int level = 0;
    std::int64_t bytes = 0;
    int sharedBy = 1; // logical processors

    friend bool operator==(const Cache&, const Cache&) = default;
};

inline constexpr int MaxThreads = 4096; // logical processors of one machine

struct Machine {
    std::string name;             // of the host
    std::string processor;        // "Intel(R) Xeon(R) ..."; empty: not told
    std::string architecture;     // "x86_64", "aarch64"
    std::string kernel;           // "Linux 6.1.0-18-amd64"
    std::string governor;         // "performance"; empty: not told, as in most virtual machines
    int threads = 1;              // logical processors that this process may use
    int cores = 0;                // of all processors; 0: not told
    std::int64_t memoryBytes = 0; // 0: not told
    std::vector<Cache> caches;    // of data, from the core outwards

    std::string processorText() const; // "Intel Xeon"; the architecture where it is not told
    // "Intel Xeon, 2 threads"
    std::string text() const;
    friend bool operator==(const Machine&, const Machine&) = default;
};

// Reads `root`/proc and `root`/sys; whatever is not there, or makes no sense, stays empty.
Machine thisMachine(const std::filesystem::path& root = "/");

// Features of the processor beyond the least of its architecture, as the system names them, that matter to
// kernels: "avx2", "avx512_vnni", "asimddp", "i8mm". Sorted.
std::vector<std::string> processorFeatures(const std::filesystem::path& root = "/");

// The state of the machine at one moment. Fields that the system does not tell are absent.
struct Conditions {
    std::optional<double> megahertz = {};   // of the fastest processor at that moment
    std::optional<double> celsius = {};     // of the hottest zone
    std::optional<double> loadAverage = {}; // of the last minute: processes that compute or want to
    std::optional<double> throttled =
        {}; // ways in which the clock is held down now, for heat or power: 0 is none
    std::optional<double> throttlings = {}; // how often that was noted since the machine started
    // Nanoseconds in which a cache line goes from one thread of a loop to another and back; not for
    // conditionsNow(), but for who ran such loops.
    std::optional<double> roundTrip = {};
};

// True if the clock was held down at one of both moments or between them; nothing where the system does not
// tell.
std::optional<bool> wasThrottled(const Conditions& before, const Conditions& after);

Conditions conditionsNow(const std::filesystem::path& root = "/");

} // namespace edgewright::measure
