// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as a scenario, as measured times of one, and as times of arrivals.
// Whatever they are, there is a value that can be written, read again and simulated, or an error that says
// something.
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/scenario_file.h"
#include "core/scenario/service_file.h"
#include "tests/fuzz/scratch_file.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

using namespace edgewright;
using namespace edgewright::scenario;

namespace {

constexpr std::int64_t Cores = 4, MaxAtOnce = 1000, MaxEvents = 2000;
constexpr const char* Folder = "/nowhere";

void require(bool holds) {
    if (!holds) std::abort();
}

void requireReason(const Error& error) {
    require(!error.message.empty() && error.code != ErrorCode::Internal && error.code != ErrorCode::Cancelled);
}

// Arrivals at one time are as many as the scenario says, all of which are kept.
bool isSmall(const Scenario& scenario) {
    return std::ranges::all_of(scenario.models, [](const Model& model) {
        const Arrivals& arrivals = model.arrivals;
        const auto all = arrivals.kind == ArrivalKind::AtOnce ? static_cast<double>(arrivals.count)
                                                              : static_cast<double>(arrivals.streams);
        return all * static_cast<double>(arrivals.samples) <= static_cast<double>(MaxAtOnce);
    });
}

void simulateAll(const Scenario& scenario, const Service& service) {
    const auto result = simulate(scenario, service, Cores, {.stretches = 16, .events = MaxEvents});
    if (!result) return requireReason(result.error());
    for (const ModelResult& model : result->models)
        require(model.inSystem == model.stayed && model.done <= model.arrived && model.missed <= model.done);
    for (const double each : result->utilisation)
        require(each >= 0 && each <= 1 + 1e-9);
    const auto runs = std::make_shared<const std::vector<PolicyRun>>(1, PolicyRun{scenario, *result});
    require(scenarioTable(runs).rows() == scenario.models.size());
    static_cast<void>(answerOf(*runs, loadsOf(scenario, service, Cores)));
}

void readAsScenario(std::string_view text) {
    const auto read = scenarioOf(text, "scenario.json", Folder, Cores);
    if (!read) return requireReason(read.error());
    require(!faultOf(*read, Cores));
    const std::string written = scenarioJson(*read, Folder);
    const auto again = scenarioOf(written, "again.json", Folder, Cores);
    require(again.has_value() && scenarioJson(*again, Folder) == written);
    if (!isSmall(*read)) return;
    Service service;
    for (const Model& model : read->models)
        service.models.push_back(fixedService(model.name, 0.01, model.batching.maxSize));
    simulateAll(*read, service);
}

void readAsService(std::string_view text) {
    static const Scenario scenario{.models = {{.name = "a", .file = "a.onnx"},
                                              {.name = "b", .file = "b.onnx", .batching = {.maxSize = 4}}},
                                   .seconds = 1};
    const auto read = serviceOf(text, "times.json", scenario);
    if (!read) return requireReason(read.error());
    const auto again = serviceOf(serviceJson(*read), "again.json", scenario);
    require(again.has_value() && again->models.size() == read->models.size());
    for (std::size_t i = 0; i < read->models.size(); ++i) {
        require(again->models[i].operators == read->models[i].operators);
        require(again->models[i].batches.size() == read->models[i].batches.size());
        for (std::size_t b = 0; b < read->models[i].batches.size(); ++b)
            require(again->models[i].batches[b].times == read->models[i].batches[b].times);
    }
    require(again->interference.demands == read->interference.demands);
    require(again->interference.beside == read->interference.beside);
    simulateAll(scenario, *read);
}

void readAsTimes(std::string_view text) {
    static const test::ScratchFile file("times.txt");
    const auto read = readTimes(file.write(text.data(), text.size()));
    if (!read) return requireReason(read.error());
    double last = 0;
    for (const double each : *read) {
        require(each >= last && each <= static_cast<double>(MaxSeconds));
        last = each;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    readAsScenario(text);
    readAsService(text);
    readAsTimes(text);
    return 0;
}
