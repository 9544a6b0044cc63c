// SPDX-License-Identifier: GPL-3.0-or-later
// Several models at once, as data: when requests of each arrive, what is asked of their answers, on which cores
// they run, and the policy that decides which of them is next. Words are those of MLPerf (arrivals) and of
// Triton (batches). A request's latency counts from its scheduled arrival.
#pragma once

#include "core/base/field.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::scenario {

inline constexpr std::int64_t MaxCores = 64, MaxModels = 1000, MaxRate = 1'000'000, MaxSeconds = 1'000'000,
                              MaxMilliseconds = 1'000'000'000, MaxBatchSize = 65536, MaxQueries = 1'000'000'000;
// The shortest times that mean something beside a clock of nanoseconds and batches of microseconds. A period as
// short arrives as often as the highest rate.
inline constexpr double MinMilliseconds = 1e3 / MaxRate, MinSeconds = 1.0 / MaxRate, MinRate = 1.0 / MaxSeconds,
                        MinCv = 0.001;

enum class ArrivalKind {
    Periodic,   // phase + k · period, each late by up to `jitter`, all of which is equally likely
    Poisson,    // exponential gaps of mean 1 / rate
    Gamma,      // gaps of mean 1 / rate whose deviation is `cv` times that
    Recorded,   // at the times of a file
    ClosedLoop, // each stream asks its next query when the last one is done
    AtOnce,     // one query of `count` samples at the begin
    Frames,     // files of a folder in the order of their names, over and over, at k / rate
    Camera,     // a video device, at k / rate
};

// A frame arrives where earlier ones still wait: the oldest of those is dropped, the new one is, or all wait.
enum class WhenBehind { Oldest, Newest, Queue };

// A request has waited for longer than its time-out: it is answered without a result, or goes behind all
// others.
enum class TimeoutAction { Reject, Delay };

struct Arrivals {
    ArrivalKind kind = ArrivalKind::Periodic;
    double periodMs = 100, phaseMs = 0, jitterMs = 0; // jitter: at most a period
    double rate = 10;                                 // per second
    double cv = 1;                                    // deviation over mean; 1: as Poisson
    std::filesystem::path times = {};                 // seconds, one in a line, none before the last
    std::int64_t streams = 1, samples = 1;            // samples of a query
    std::int64_t count = 1;
    std::filesystem::path folder = {};
    std::string device = {}; // "/dev/video0"
    WhenBehind whenBehind = WhenBehind::Oldest;
    friend bool operator==(const Arrivals&, const Arrivals&) = default;
};

// Triton's dynamic batcher.
struct Batching {
    std::int64_t maxSize = 1;
    std::vector<std::int64_t> preferred = {}; // ascending, at most maxSize; empty: maxSize
    double delayMs = 0;                       // that the oldest request waits for others at most
    std::int64_t maxQueue = 0;                // more are refused at once; 0: no limit
    double timeoutMs = 0;                     // 0: none
    TimeoutAction timeoutAction = TimeoutAction::Reject;
    friend bool operator==(const Batching&, const Batching&) = default;
};

struct Model {
    std::string name = {}; // in results
    std::filesystem::path file = {};
    Arrivals arrivals = {};
    std::int64_t priority = 1;             // 1 is the highest
    std::optional<double> deadlineMs = {}; // from the arrival
    Batching batching = {};
    std::int64_t threads = 1;       // cores that a batch of it takes
    std::int64_t instances = 1;     // batches of it that run at once at most
    std::string coreSet = {};       // name of a set; empty: the only one
    std::vector<double> times = {}; // of recorded arrivals, seconds: the content of their file
    friend bool operator==(const Model&, const Model&) = default;
};

struct CoreSet {
    std::string name = {};
    std::vector<std::int64_t> cores = {}; // from 0 on; no core is in two sets
    friend bool operator==(const CoreSet&, const CoreSet&) = default;
};

struct Scenario {
    std::vector<Model> models = {};
    std::vector<CoreSet> coreSets = {};     // empty: one set of all cores
    std::optional<std::int64_t> cores = {}; // of the machine; nothing: of the one that it runs on
    std::string policy = "fifo";            // a name in policies()
    double seconds = 60, warmUp = 0;        // requests that arrive within `warmUp` do not count
    std::int64_t minQueries = 0;            // of each model that count: arrivals go on until both are reached
    std::uint64_t seed = 1;
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

struct KindInfo {
    Choice choice;
    std::vector<std::string_view> needed, possible; // keys of fields beside the kind
};
const KindInfo& infoOf(ArrivalKind kind);
std::span<const Choice> arrivalKinds(); // in the order of ArrivalKind

std::span<const Field<Arrivals>> arrivalFields();  // the kind among them
std::span<const Field<Batching>> batchingFields(); // without the preferred sizes
std::span<const Field<Model>> modelFields();       // without arrivals, batching and times
std::span<const Field<Scenario>> scenarioFields(); // without models and core sets

// The sets that models can have: those of the scenario, or one of all cores. `machineCores` where the scenario
// does not say how many there are.
std::vector<CoreSet> coreSetsOf(const Scenario& scenario, std::int64_t machineCores);
// The number in coreSetsOf().
std::size_t setOf(const Scenario& scenario, const Model& model);

struct ScenarioFault {
    std::string place;    // "models[1].deadline_ms"
    std::string expected; // a clause: "a number above 0"
};
// The first fault, beside those of values outside their limits, which reading and editors refuse. Without
// `machineCores` cores are only compared with those of the scenario.
std::optional<ScenarioFault> faultOf(const Scenario& scenario, std::optional<std::int64_t> machineCores = {});

} // namespace edgewright::scenario
