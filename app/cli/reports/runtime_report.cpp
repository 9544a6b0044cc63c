// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/runtime_report.h"

#include "app/cli/json.h"
#include "app/cli/reports/run_report.h"
#include "app/cli/text.h"

namespace edgewright::cli {

namespace {

constexpr std::string_view Runs = "runs";

void printSlowestRows(const Console& console, const std::vector<runtimes::OperatorRow>& operators) {
    if (operators.empty()) return;
    double all = 0;
    std::vector<device::OperatorRow> rows;
    for (const runtimes::OperatorRow& each : operators) {
        all += each.seconds;
        device::OperatorRow& row = rows.emplace_back();
        row.name = each.name;
        row.op = each.type;
        row.seconds = each.seconds;
        row.share = each.share;
    }
    console.print(sayCount(groups(operators.size()), "slowest of {1} operator, {2} in all",
                           "slowest of {1} operators, {2} in all", secondsText(all)));
    printSlowest(console, std::move(rows));
}

} // namespace

std::string runtimeText(const remote::FoundRuntime& runtime) {
    return runtime.title + (runtime.version.empty() ? "" : " " + runtime.version) + ", " +
           runtime.program.front();
}

Json runtimeReport(const remote::FoundRuntime& runtime) {
    return {{"name", runtime.name},
            {"title", runtime.title},
            {"version", runtime.version},
            {"program", runtime.program}};
}

void printOutcome(const Console& console, const std::string& machine, const remote::RuntimeOutcome& outcome) {
    if (console.json) return;
    const runtimes::RuntimeReport& report = outcome.report;
    console.print(machine + ": " + runtimeText(outcome.runtime));
    std::string line;
    for (const std::string_view name : runtimes::statisticNames())
        if (const auto value = report.statistic(name); value && name != Runs)
            line += (line.empty() ? "" : ", ") + std::string(name) + " " + secondsText(*value);
    if (const auto runs = report.statistic(Runs))
        line = sayCount(Grouped{static_cast<std::int64_t>(*runs)}, "{2}, {1} run", "{2}, {1} runs", line);
    console.print(line);
    printSlowestRows(console, report.operators);
    for (const std::string& each : report.notes)
        console.note(say("note: {1}", each));
    if (report.isCut) console.note(say("note: it writes more than is kept"));
}

Json outcomeReport(const remote::RuntimeOutcome& outcome) {
    const runtimes::RuntimeReport& report = outcome.report;
    Json latency = Json::object(), perNode = Json::array(), samples = Json::array();
    for (const std::string_view name : runtimes::statisticNames())
        if (const auto value = report.statistic(name); value && name != Runs)
            latency[std::string(name)] = *value * 1e3;
    for (const double each : report.samples)
        samples.push_back(each * 1e3);
    for (const runtimes::OperatorRow& each : report.operators)
        perNode.push_back({{"name", each.name},
                           {"op", each.type},
                           {"us", each.seconds * 1e6},
                           {"share", each.share},
                           {"calls", each.calls}});
    const auto runs = report.statistic(Runs);
    return {{"runtime", runtimeReport(outcome.runtime)},
            {"outputs", Json::array()},
            {"latency_ms", std::move(latency)},
            {"runs", runs ? Json(static_cast<std::int64_t>(*runs)) : Json()},
            {"samples_ms", std::move(samples)},
            {"per_node", std::move(perNode)},
            {"notes", report.notes},
            {"cut", report.isCut},
            {"model_sent", outcome.wasSent}};
}

} // namespace edgewright::cli
