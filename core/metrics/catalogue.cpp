// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/catalogue.h"

#include <cmath>
#include <functional>

namespace edgewright::metrics {

namespace {

using Labels = std::array<std::string_view, 3>;

constexpr std::string_view VersionLabel = "version", Version = "1"; // a scenario has one of each model
constexpr Labels OfModel{"model"}, OfReason{"model", "reason"}, OfCore{"core"},
    OfVersion{"model", VersionLabel}, OfTritonsReason{"model", VersionLabel, "reason"};

// `first`: of the first label, `other` of another one than the version.
std::vector<Label> labelsOf(const MetricInfo& info, std::string_view first, std::string_view other = {}) {
    std::vector<Label> labels;
    for (std::size_t i = 0; i < info.labels.size(); ++i)
        if (const std::string_view name = info.labels[i]; !name.empty())
            labels.push_back({std::string(name), std::string(i == 0                 ? first
                                                             : name == VersionLabel ? Version
                                                                                    : other)});
    return labels;
}

template <typename T>
std::optional<double> numberOf(const T& value) {
    return static_cast<double>(value);
}
template <typename T>
std::optional<double> numberOf(const std::optional<T>& value) {
    return value ? numberOf(*value) : std::nullopt;
}

// `Read`: a member or a function of a model; nothing gives no sample.
template <auto Read>
void ofModels(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models)
        if (const auto value = numberOf(std::invoke(Read, model)))
            into.samples.push_back({labelsOf(info, model.name), *value});
}
template <auto Member>
void histogramsOf(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models)
        into.histograms.push_back({labelsOf(info, model.name), model.*Member});
}
template <auto Member>
void ofRun(const Snapshot& from, const MetricInfo& info, Family& into) {
    if (const auto value = numberOf(from.*Member)) into.samples.push_back({labelsOf(info, {}), *value});
}

struct Drop {
    std::string_view reason, tritons;
    std::int64_t count = 0;
};
std::vector<Drop> dropsOf(const ModelSnapshot& model) {
    std::vector<Drop> drops;
    for (std::size_t i = 0; i < model.outcomes.size(); ++i)
        if (const auto outcome = static_cast<scenario::Outcome>(i); outcome != scenario::Outcome::Done)
            drops.push_back({scenario::outcomeName(outcome), "REJECTED", model.outcomes[i]});
    drops.push_back({"bad_frame", "OTHER", model.badFrames});
    drops.push_back({"failed", "BACKEND", model.failed});
    drops.push_back({"cancelled", "CANCELED", model.cancelled});
    return drops;
}

void drops(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models)
        for (const Drop& drop : dropsOf(model))
            into.samples.push_back({labelsOf(info, model.name, drop.reason), static_cast<double>(drop.count)});
}

void tritonsFailures(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models)
        for (const std::string_view reason : {"REJECTED", "CANCELED", "BACKEND", "OTHER"}) {
            std::int64_t count = 0;
            for (const Drop& drop : dropsOf(model))
                if (drop.tritons == reason) count += drop.count;
            into.samples.push_back({labelsOf(info, model.name, reason), static_cast<double>(count)});
        }
}

void batchesByReason(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models)
        for (std::size_t i = 0; i < model.batches.size(); ++i)
            into.samples.push_back(
                {labelsOf(info, model.name, scenario::reasonName(static_cast<scenario::BatchReason>(i))),
                 static_cast<double>(model.batches[i])});
}

void busySeconds(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (std::size_t core = 0; core < from.busySeconds.size(); ++core)
        into.samples.push_back({labelsOf(info, std::to_string(core)), from.busySeconds[core]});
}

// In milliseconds.
void firstResponses(const Snapshot& from, const MetricInfo& info, Family& into) {
    for (const ModelSnapshot& model : from.models) {
        Histogram histogram = model.latency;
        for (double& each : histogram.bounds)
            each *= 1e3;
        histogram.sum *= 1e3;
        into.histograms.push_back({labelsOf(info, model.name), std::move(histogram)});
    }
}

// Microseconds, whole ones as Triton has them.
template <auto Member>
double microseconds(const ModelSnapshot& model) {
    return std::round((model.*Member).sum * 1e6);
}
double inputMicroseconds(const ModelSnapshot& model) { return std::round(model.computeInput * 1e6); }
double outputMicroseconds(const ModelSnapshot& model) { return std::round(model.computeOutput * 1e6); }

constexpr MetricKind Counter = MetricKind::Counter, Gauge = MetricKind::Gauge, Bounded = MetricKind::Histogram;

constexpr MetricInfo Catalogue[] = {
    {"ew_requests_succeeded_total", Counter, Unit::Count, OfModel, "Requests that were answered with a result.",
     ofModels<&ModelSnapshot::done>},
    {"ew_dropped_total", Counter, Unit::Count, OfReason,
     "Requests that left without a result, by reason: queue_full, timed_out, behind (dropped for another "
     "frame), "
     "bad_frame, failed, cancelled.",
     drops},
    {"ew_deadline_missed_total", Counter, Unit::Count, OfModel,
     "Requests that were answered later than their deadline.", ofModels<&ModelSnapshot::missed>},
    {"ew_deadline_seconds", Gauge, Unit::Seconds, OfModel,
     "Deadline of the model's requests, from their arrival.", ofModels<&ModelSnapshot::deadline>},
    {"ew_queue_length", Gauge, Unit::Count, OfModel, "Requests that wait for their start.",
     ofModels<&ModelSnapshot::pending>},
    {"ew_request_duration_seconds", Bounded, Unit::Seconds, OfModel,
     "Time from the scheduled arrival of a request to its answer.", histogramsOf<&ModelSnapshot::latency>},
    {"ew_queue_duration_seconds", Bounded, Unit::Seconds, OfModel,
     "Time from the scheduled arrival of a request to the start of its batch.",
     histogramsOf<&ModelSnapshot::queued>},
    {"ew_compute_duration_seconds", Bounded, Unit::Seconds, OfModel,
     "Time of the run that a request was part of; counts for each request of a batch.",
     histogramsOf<&ModelSnapshot::computed>},
    {"ew_batch_size", Bounded, Unit::Count, OfModel, "Samples of each batch that was sent.",
     histogramsOf<&ModelSnapshot::batchSizes>},
    {"ew_batches_total", Counter, Unit::Count, OfReason,
     "Batches that were sent, by reason: full, preferred, delay (the oldest request waited long enough), idle "
     "(a "
     "core was free).",
     batchesByReason},
    {"ew_preemptions_total", Counter, Unit::Count, OfModel, "Times that a batch gave way to another one.",
     ofModels<&ModelSnapshot::preemptions>},
    {"ew_model_load_seconds", Gauge, Unit::Seconds, OfModel, "Time that loading the model took.",
     ofModels<&ModelSnapshot::loaded>},
    {"ew_core_busy_seconds_total", Counter, Unit::Seconds, OfCore,
     "Time that a core computed for batches. Its rate is the core's utilisation.", busySeconds},
    {"ew_run_seconds_total",
     Counter,
     Unit::Seconds,
     {},
     "Time since the scenario began.",
     ofRun<&Snapshot::seconds>},
    {"ew_memory_used_bytes", Gauge, Unit::Bytes, {}, "Memory of the process.", ofRun<&Snapshot::memoryBytes>},

    {"nv_inference_request_success", Counter, Unit::Count, OfVersion,
     "Requests that were answered with a result.", ofModels<&ModelSnapshot::done>},
    {"nv_inference_request_failure", Counter, Unit::Count, OfTritonsReason,
     "Requests that left without a result, by reason: REJECTED, CANCELED, BACKEND, OTHER.", tritonsFailures},
    {"nv_inference_count", Counter, Unit::Count, OfVersion,
     "Samples that were computed; a batch counts as many as it holds.", ofModels<&ModelSnapshot::inferences>},
    {"nv_inference_exec_count", Counter, Unit::Count, OfVersion, "Batches that were computed.",
     ofModels<&ModelSnapshot::executions>},
    {"nv_inference_request_duration_us", Counter, Unit::Microseconds, OfVersion,
     "Sum of the times from the scheduled arrival of a request to its answer.",
     ofModels<&microseconds<&ModelSnapshot::latency>>},
    {"nv_inference_queue_duration_us", Counter, Unit::Microseconds, OfVersion,
     "Sum of the times that requests waited for their start.", ofModels<&microseconds<&ModelSnapshot::queued>>},
    {"nv_inference_compute_input_duration_us", Counter, Unit::Microseconds, OfVersion,
     "Sum of the times that putting the inputs in their places took.", ofModels<&inputMicroseconds>},
    {"nv_inference_compute_infer_duration_us", Counter, Unit::Microseconds, OfVersion,
     "Sum of the times of the runs that requests were part of.",
     ofModels<&microseconds<&ModelSnapshot::computed>>},
    {"nv_inference_compute_output_duration_us", Counter, Unit::Microseconds, OfVersion,
     "Sum of the times that handing the outputs on took.", ofModels<&outputMicroseconds>},
    {"nv_inference_pending_request_count", Gauge, Unit::Count, OfVersion, "Requests that wait for their start.",
     ofModels<&ModelSnapshot::pending>},
    {"nv_inference_first_response_histogram_ms", Bounded, Unit::Milliseconds, OfVersion,
     "Time from the scheduled arrival of a request to its answer.", firstResponses},
    {"nv_model_load_duration_secs", Gauge, Unit::Seconds, OfVersion, "Time that loading the model took.",
     ofModels<&ModelSnapshot::loaded>},
    {"nv_cpu_utilization",
     Gauge,
     Unit::Share,
     {},
     "Utilisation of all processors of the machine, 0 to 1.",
     ofRun<&Snapshot::cpuUtilisation>},
    {"nv_cpu_memory_used_bytes",
     Gauge,
     Unit::Bytes,
     {},
     "Memory of the process.",
     ofRun<&Snapshot::memoryBytes>},
};

} // namespace

std::span<const Choice> nameChoices() {
    static constexpr std::array Choices{
        Choice{"own", TRANSLATABLE("Setting", "Own names"),
               TRANSLATABLE("Setting", "ew_..., with base units, as Prometheus advises")},
        Choice{"triton", TRANSLATABLE("Setting", "Triton's names"),
               TRANSLATABLE("Setting", "nv_..., so that dashboards made for Triton work")},
        Choice{"both", TRANSLATABLE("Setting", "Both")}};
    return Choices;
}

std::span<const MetricInfo> metricCatalogue() { return Catalogue; }

std::vector<Family> familiesOf(const Snapshot& snapshot, Names names) {
    std::vector<Family> families;
    for (const MetricInfo& info : metricCatalogue()) {
        if (names != Names::Both && info.isTriton() != (names == Names::Triton)) continue;
        Family family{std::string(info.name), std::string(info.help), info.kind};
        info.read(snapshot, info, family);
        families.push_back(std::move(family));
    }
    return families;
}

Result<std::string> metricsText(const Snapshot& snapshot, Names names) {
    return expositionText(familiesOf(snapshot, names));
}

} // namespace edgewright::metrics
