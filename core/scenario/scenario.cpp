// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/scenario/policy.h"

#include <array>

namespace edgewright::scenario {

namespace {

constexpr std::array WhenBehindChoices{
    Choice{"oldest", TRANSLATABLE("Setting", "Drop the oldest"),
           TRANSLATABLE("Setting", "The frame that waits longest is dropped")},
    Choice{"newest", TRANSLATABLE("Setting", "Drop the newest"),
           TRANSLATABLE("Setting", "The frame that arrives is dropped")},
    Choice{"queue", TRANSLATABLE("Setting", "Let all wait"), TRANSLATABLE("Setting", "No frame is dropped")}};

constexpr std::array TimeoutActions{Choice{"reject", TRANSLATABLE("Setting", "Reject"),
                                           TRANSLATABLE("Setting", "The request is answered without a result")},
                                    Choice{"delay", TRANSLATABLE("Setting", "Delay"),
                                           TRANSLATABLE("Setting", "The request goes behind all others")}};

constexpr std::array Kinds{
    Choice{"periodic", TRANSLATABLE("Setting", "Periodic"), TRANSLATABLE("Setting", "One each period")},
    Choice{"poisson", TRANSLATABLE("Setting", "Poisson"),
           TRANSLATABLE("Setting", "Independent of each other, at a rate")},
    Choice{"gamma", TRANSLATABLE("Setting", "Gamma"),
           TRANSLATABLE("Setting", "At a rate, more or less in bursts")},
    Choice{"recorded", TRANSLATABLE("Setting", "Recorded"), TRANSLATABLE("Setting", "At the times of a file")},
    Choice{"closed_loop", TRANSLATABLE("Setting", "Closed loop"),
           TRANSLATABLE("Setting", "The next one when the last one is done")},
    Choice{"at_once", TRANSLATABLE("Setting", "All at once"),
           TRANSLATABLE("Setting", "One query of many samples")},
    Choice{"frames", TRANSLATABLE("Setting", "Frames of a folder"),
           TRANSLATABLE("Setting", "Images of a folder, over and over")},
    Choice{"camera", TRANSLATABLE("Setting", "Camera"), TRANSLATABLE("Setting", "Frames of a video device")}};

// clang-format off
constexpr std::array ArrivalFields{
    field<&Arrivals::kind>({.key = "kind", .title = TRANSLATABLE("Setting", "Arrivals"),
        .help = TRANSLATABLE("Setting", "When requests arrive"), .choices = Kinds}),
    field<&Arrivals::periodMs>({.key = "period_ms", .title = TRANSLATABLE("Setting", "Period"),
        .unit = TRANSLATABLE("Setting", "ms"), .lowest = MinMilliseconds, .highest = MaxMilliseconds,
        .onlyIn = "periodic"}),
    field<&Arrivals::phaseMs>({.key = "phase_ms", .title = TRANSLATABLE("Setting", "Phase"),
        .help = TRANSLATABLE("Setting", "When the first request arrives"),
        .unit = TRANSLATABLE("Setting", "ms"), .highest = MaxMilliseconds, .onlyIn = "periodic"}),
    field<&Arrivals::jitterMs>({.key = "jitter_ms", .title = TRANSLATABLE("Setting", "Jitter"),
        .help = TRANSLATABLE("Setting", "By how much a request is late at most"),
        .unit = TRANSLATABLE("Setting", "ms"), .highest = MaxMilliseconds, .onlyIn = "periodic"}),
    field<&Arrivals::rate>({.key = "rate", .title = TRANSLATABLE("Setting", "Rate"),
        .help = TRANSLATABLE("Setting", "Requests in a second, on average"),
        .unit = TRANSLATABLE("Setting", "1/s"), .lowest = MinRate, .highest = MaxRate}),
    field<&Arrivals::cv>({.key = "cv", .title = TRANSLATABLE("Setting", "Coefficient of variation"),
        .help = TRANSLATABLE("Setting", "Deviation of the gaps over their mean; 1: as Poisson; above: in bursts"),
        .lowest = MinCv, .highest = 100, .onlyIn = "gamma"}),
    field<&Arrivals::times>({.key = "times", .title = TRANSLATABLE("Setting", "File of times"),
        .help = TRANSLATABLE("Setting", "Seconds, one in a line, in order"), .onlyIn = "recorded",
        .takesFile = true}),
    field<&Arrivals::streams>({.key = "streams", .title = TRANSLATABLE("Setting", "Streams"),
        .help = TRANSLATABLE("Setting", "Queries that are asked at a time"), .lowest = 1, .highest = 10'000,
        .onlyIn = "closed_loop"}),
    field<&Arrivals::samples>({.key = "samples", .title = TRANSLATABLE("Setting", "Samples of a query"),
        .lowest = 1, .highest = 10'000, .onlyIn = "closed_loop"}),
    field<&Arrivals::count>({.key = "count", .title = TRANSLATABLE("Setting", "Samples at once"), .lowest = 1,
        .highest = 10'000'000, .onlyIn = "at_once"}),
    field<&Arrivals::folder>({.key = "folder", .title = TRANSLATABLE("Setting", "Folder of frames"),
        .onlyIn = "frames", .takesFolder = true}),
    field<&Arrivals::device>({.key = "device", .title = TRANSLATABLE("Setting", "Video device"),
        .onlyIn = "camera", .takesFile = true}),
    field<&Arrivals::whenBehind>({.key = "when_behind", .title = TRANSLATABLE("Setting", "When behind"),
        .help = TRANSLATABLE("Setting", "Which frame is dropped where earlier ones still wait"),
        .choices = WhenBehindChoices}),
};

constexpr std::array BatchingFields{
    field<&Batching::maxSize>({.key = "max_batch_size", .title = TRANSLATABLE("Setting", "Largest batch"),
        .lowest = 1, .highest = MaxBatchSize}),
    field<&Batching::delayMs>({.key = "max_queue_delay_ms", .title = TRANSLATABLE("Setting", "Delay of a batch"),
        .help = TRANSLATABLE("Setting", "The oldest request waits so long for others at most"),
        .unit = TRANSLATABLE("Setting", "ms"), .highest = MaxMilliseconds}),
    field<&Batching::maxQueue>({.key = "max_queue_size", .title = TRANSLATABLE("Setting", "Longest queue"),
        .help = TRANSLATABLE("Setting", "More requests are refused at once; 0: no limit"),
        .highest = 1'000'000'000}),
    field<&Batching::timeoutMs>({.key = "timeout_ms", .title = TRANSLATABLE("Setting", "Time-out"),
        .help = TRANSLATABLE("Setting", "For which a request waits at most; 0: no limit"),
        .unit = TRANSLATABLE("Setting", "ms"), .highest = MaxMilliseconds}),
    field<&Batching::timeoutAction>({.key = "timeout_action", .title = TRANSLATABLE("Setting", "After the time-out"),
        .choices = TimeoutActions}),
};

constexpr std::array ModelFields{
    field<&Model::name>({.key = "name", .title = TRANSLATABLE("Setting", "Name")}),
    field<&Model::file>({.key = "file", .title = TRANSLATABLE("Setting", "Model"), .takesFile = true}),
    field<&Model::priority>({.key = "priority", .title = TRANSLATABLE("Setting", "Priority"),
        .help = TRANSLATABLE("Setting", "1 is the highest"), .lowest = 1, .highest = 1000}),
    field<&Model::deadlineMs>({.key = "deadline_ms", .title = TRANSLATABLE("Setting", "Deadline"),
        .help = TRANSLATABLE("Setting", "From the arrival to the result"),
        .unit = TRANSLATABLE("Setting", "ms"), .absent = TRANSLATABLE("Setting", "none"),
        .lowest = MinMilliseconds, .highest = MaxMilliseconds}),
    field<&Model::threads>({.key = "threads", .title = TRANSLATABLE("Setting", "Threads"), .lowest = 1,
        .highest = MaxCores}),
    field<&Model::instances>({.key = "instances", .title = TRANSLATABLE("Setting", "Instances"),
        .help = TRANSLATABLE("Setting", "Batches of this model that run at once at most"), .lowest = 1,
        .highest = MaxCores}),
    field<&Model::coreSet>({.key = "core_set", .title = TRANSLATABLE("Setting", "Core set"),
        .absent = TRANSLATABLE("Setting", "the only one")}),
};

std::vector<Choice> policyChoices() {
    std::vector<Choice> choices;
    for (const Policy* each : policies())
        choices.push_back({each->name, each->title, each->summary});
    return choices;
}

constexpr std::array ScenarioFields{
    field<&Scenario::cores>({.key = "cores", .title = TRANSLATABLE("Setting", "Cores"),
        .absent = TRANSLATABLE("Setting", "those of this machine"), .lowest = 1, .highest = MaxCores}),
    field<&Scenario::policy>({.key = "policy", .title = TRANSLATABLE("Setting", "Policy"),
        .help = TRANSLATABLE("Setting", "Which request is next when a core is free"),
        .catalogue = policyChoices}),
    field<&Scenario::seconds>({.key = "seconds", .title = TRANSLATABLE("Setting", "Duration"),
        .help = TRANSLATABLE("Setting", "For which requests arrive that count"),
        .unit = TRANSLATABLE("Setting", "s"), .lowest = MinSeconds, .highest = MaxSeconds}),
    field<&Scenario::warmUp>({.key = "warm_up", .title = TRANSLATABLE("Setting", "Warm-up"),
        .help = TRANSLATABLE("Setting", "Requests that arrive before do not count"),
        .unit = TRANSLATABLE("Setting", "s"), .highest = MaxSeconds}),
    field<&Scenario::minQueries>({.key = "min_queries", .title = TRANSLATABLE("Setting", "Fewest queries"),
        .help = TRANSLATABLE("Setting", "Of each model; arrivals go on until the duration and these are reached"),
        .highest = MaxQueries}),
    field<&Scenario::seed>({.key = "seed", .title = TRANSLATABLE("Setting", "Seed of the scenario"),
        .kind = FieldKind::Seed}),
};
// clang-format on

} // namespace

std::span<const Choice> arrivalKinds() { return Kinds; }

const KindInfo& infoOf(ArrivalKind kind) {
    static const std::array<KindInfo, Kinds.size()> infos{
        KindInfo{Kinds[0], {"period_ms"}, {"phase_ms", "jitter_ms"}},
        KindInfo{Kinds[1], {"rate"}, {}},
        KindInfo{Kinds[2], {"rate", "cv"}, {}},
        KindInfo{Kinds[3], {"times"}, {}},
        KindInfo{Kinds[4], {}, {"streams", "samples"}},
        KindInfo{Kinds[5], {"count"}, {}},
        KindInfo{Kinds[6], {"folder", "rate"}, {"when_behind"}},
        KindInfo{Kinds[7], {"device", "rate"}, {"when_behind"}}};
    return infos[static_cast<std::size_t>(kind)];
}

std::span<const Field<Arrivals>> arrivalFields() { return ArrivalFields; }
std::span<const Field<Batching>> batchingFields() { return BatchingFields; }
std::span<const Field<Model>> modelFields() { return ModelFields; }
std::span<const Field<Scenario>> scenarioFields() { return ScenarioFields; }

std::vector<CoreSet> coreSetsOf(const Scenario& scenario, std::int64_t machineCores) {
    if (!scenario.coreSets.empty()) return scenario.coreSets;
    CoreSet all;
    for (std::int64_t core = 0; core < scenario.cores.value_or(machineCores); ++core)
        all.cores.push_back(core);
    return {all};
}

std::size_t setOf(const Scenario& scenario, const Model& model) {
    const auto found = std::ranges::find(scenario.coreSets, model.coreSet, &CoreSet::name);
    return found == scenario.coreSets.end() ? 0 : static_cast<std::size_t>(found - scenario.coreSets.begin());
}

} // namespace edgewright::scenario
