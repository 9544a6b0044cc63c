// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/remote_run.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/board.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/measure_report.h"
#include "app/cli/reports/prediction_report.h"
#include "app/cli/reports/run_report.h"
#include "app/cli/reports/runtime_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/calibration.h"
#include "core/device/operator_rows.h"
#include "core/device/record/record_table.h"
#include "core/device/roof/operator_export.h"
#include "core/measure/effort_fields.h"
#include "core/remote/runtimes_there.h"
#include "core/runtimes/report_table.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace edgewright::cli {

namespace {

std::string numberText(double number) {
    return number == std::floor(number) ? fixed(number, 0) : fixed(number, 3);
}

remote::RuntimeTask runtimeTaskOf(const RemoteRunArguments& arguments) {
    remote::RuntimeTask task;
    task.model = arguments.execution.model.model;
    task.program = arguments.program;
    task.limit = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.limit * 1e3));
    for (const std::string& each : arguments.values) {
        const std::size_t equals = each.find('=');
        task.values[each.substr(0, equals)] = each.substr(equals + 1);
    }
    if (arguments.threads) task.values["threads"] = std::to_string(*arguments.threads);
    if (arguments.runs) task.values["runs"] = std::to_string(*arguments.runs);
    if (arguments.seconds) task.values["seconds"] = numberText(*arguments.seconds);
    return task;
}

Result<ExitStatus> runInRuntime(Console& console, const RemoteRunArguments& arguments, Outputs& outputs) {
    ASSIGN_OR_RETURN(const auto adapter, runtimes::adapterNamed(adaptersHere(console), arguments.runtime));
    const remote::RuntimeTask task = runtimeTaskOf(arguments);
    RETURN_IF_ERROR(remote::checkTask(adapter, task));
    ASSIGN_OR_RETURN(const auto machine, openShell(console, arguments.name));
    const auto outcome = remote::runRuntime(*machine, adapter, task, console.run(),
                                            [&](const std::string& what) { console.note(what); });
    if (!outcome) return outcome.error();
    printOutcome(console, arguments.name, *outcome);
    Json report = outcomeReport(*outcome);
    report["host"] = {{"name", arguments.name}};
    report["predicted"] = Json::array();
    console.printJson(report);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, runtimes::reportTable(outcome->report),
                               arguments.words.about("Times in " + outcome->runtime.title, task.model)));
    return Done;
}

device::Task agentTaskOf(const RemoteRunArguments& arguments, Execution prepared) {
    device::Task task;
    task.typed = prepared.typed;
    task.history = prepared.history;
    task.feeds = std::move(prepared.feeds);
    const device::Variant variant = *device::variantNamed(arguments.execution.fuse ? "fusion" : "baseline");
    task.variants = {device::onThreads(variant, arguments.threads.value_or(1))};
    if (arguments.runs) {
        task.effort.minBlocks = task.effort.maxBlocks = static_cast<std::size_t>(*arguments.runs);
        task.effort.uncertainty = 0;
        task.effort.seconds = static_cast<double>(fieldNamed(measure::effortFields(), "seconds").highest);
    }
    task.effort.seconds = arguments.seconds.value_or(task.effort.seconds);
    task.memoryLimitBytes = arguments.execution.model.memory.runBytes();
    return task;
}

Json predictedReport(const device::VariantRecord& record, const cost::Processor& processor) {
    Json rows = Json::array();
    for (const device::OperatorRow& row : device::operatorRows(record, nullptr, processor))
        rows.push_back({{"name", row.name},
                        {"op", row.op},
                        {"us", row.seconds * 1e6},
                        {"predicted_us", row.predicted * 1e6}});
    return rows;
}

Json agentReport(const std::shared_ptr<const device::Record>& measured, const std::string& name,
                 const ir::Graph& graph) {
    const device::Record& record = *measured;
    const device::VariantRecord& variant = record.variants.front();
    Json outputs = Json::array();
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
        const ir::Value& value = graph.value(graph.outputs[i]);
        Json row{{"name", value.name},
                 {"dtype", ir::dataTypeName(value.type.dtype)},
                 {"shape", shapeJson(value.type)}};
        if (i < variant.outputs.size()) {
            row["max_abs_error"] = variant.outputs[i].maxAbs;
            row["identical"] = variant.outputs[i].identical;
            row["agrees"] = variant.outputs[i].agrees;
        }
        outputs.push_back(std::move(row));
    }
    std::vector<double> milliseconds = variant.wall();
    for (double& each : milliseconds)
        each *= 1e3;
    return {{"outputs", std::move(outputs)},
            {"latency_ms", latencyJson(milliseconds)},
            {"runs", milliseconds.size()},
            {"samples_ms", milliseconds},
            {"peak_bytes", variant.peakBytes},
            {"value_bytes", variant.valueBytes},
            {"allocations", variant.allocations},
            {"operator_calls", variant.operatorCalls},
            {"per_node", tableJson(device::profileTable(measured))},
            {"host",
             {{"name", name},
              {"host", record.machine.name},
              {"processor", record.machine.processor},
              {"architecture", record.machine.architecture},
              {"threads", record.machine.threads},
              {"isa", record.isa}}}};
}

Result<ExitStatus> runInAgent(Console& console, const RemoteRunArguments& arguments, Outputs& outputs) {
    std::optional<device::Calibration> calibration;
    if (!arguments.calibration.empty()) {
        ASSIGN_OR_RETURN(calibration, device::readCalibration(arguments.calibration));
    }
    ASSIGN_OR_RETURN(auto prepared, prepare(console, arguments.execution));
    const device::Task task = agentTaskOf(arguments, std::move(prepared));
    const std::string& model = arguments.execution.model.model;
    const auto record = measuredOn(console, arguments.name, task);
    if (!record) return Error(record.error()).within(model);
    printRecord(console, *record);
    Json report = agentReport(*record, arguments.name, *task.typed->graph);
    report["predicted"] = Json::array();
    report["prediction"] = Json();
    if (calibration && calibration->isOf(**record)) {
        const device::Calibration others = calibration->without((*record)->model);
        const cost::Processor processor = device::calibrated(others).processor;
        const device::VariantRecord& shown = (*record)->variants.front();
        report["predicted"] = predictedReport(shown, processor);
        report["prediction"] = predictionJson(processor);
        if (const double predicted = device::predictedSeconds(shown, processor); predicted > 0)
            console.print(
                say("predicted {1} on {2}", predictedText(processor, predicted), processor.sourceText()));
    } else if (calibration) {
        console.note(say("note: {1} is of another machine: nothing is predicted", arguments.calibration));
    }
    console.printJson(report);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, device::sampleTable(*record),
                               arguments.words.about("Times of each run", model)));
    return Done;
}

} // namespace

void RemoteRunArguments::declare(CLI::App& verb) {
    verb.add_option("NAME", name, say("As the machine is called here, or 'this machine'"))->required();
    execution.model.declare(verb);
    CLI::Option* const other =
        verb.add_option("--runtime", runtime,
                        say("In another runtime, of which there is an adapter (remote runtimes)"))
            ->type_name("NAME");
    verb.add_option("--program", program, say("Where its program lies on that machine"))
        ->type_name("PATH")
        ->needs(other);
    repeatable(verb.add_option("--set", values, say("Anything else that its adapter can be told; repeatable")))
        ->type_name("NAME=VALUE")
        ->needs(other)
        ->check([](const std::string& text) {
            return text.find('=') == std::string::npos ? say("expected NAME=VALUE, not {1}", text)
                                                       : std::string();
        });
    static constexpr FieldInfo Limit{.lowest = 0.1, .highest = 86400, .kind = FieldKind::Number};
    limited(verb.add_option("--limit", limit, say("It is ended after so many seconds")), Limit)
        ->type_name("S")
        ->needs(other)
        ->capture_default_str();
    threadCounts(verb.add_option("--threads", threads, say("On so many threads")));
    const auto ofEffort = [](std::string_view key) -> const FieldInfo& {
        return fieldNamed(measure::effortFields(), key);
    };
    limited(verb.add_option("--runs", runs, say("So many runs are timed")), ofEffort("max_blocks"));
    limited(verb.add_option("--seconds", seconds, say("Runs for so long")), ofEffort("seconds"))
        ->type_name("S");
    verb.add_flag("--fuse", execution.fuse, say("The fused network, with our own agent"))->excludes(other);
    verb.add_option(
            "--calibration", calibration,
            say("What was measured of that machine (measure --calibrate there): each operator is predicted"))
        ->type_name("FILE.json")
        ->excludes(other);
    CLI::Option* const file =
        verb.add_option("-o,--output", output,
                        say("Write every sample, and what another runtime says, {1}", tableFileWords()))
            ->type_name(tableFileType());
    words.declare(verb, file);
    Outputs::declareForce(verb, force);
}

Result<ExitStatus> remoteRun(Console& console, RemoteRunArguments arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    outputs.reads(arguments.calibration);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    return arguments.runtime.empty() ? runInAgent(console, arguments, outputs)
                                     : runInRuntime(console, arguments, outputs);
}

Result<ExitStatus> remoteRuntimes(Console& console, const std::string& name) {
    const auto adapters = adaptersHere(console);
    ASSIGN_OR_RETURN(const auto machine, openShell(console, name));
    ASSIGN_OR_RETURN(const auto found, remote::findRuntimes(*machine, adapters, {console.run().stop, nullptr}));
    Json list = Json::array(), known = Json::array();
    std::string names;
    for (const runtimes::Adapter& each : adapters) {
        known.push_back({{"name", each.name}, {"title", each.title}, {"models", each.models}});
        names += (names.empty() ? "" : ", ") + each.name;
    }
    std::size_t widest = 0;
    for (const remote::FoundRuntime& each : found)
        widest = std::max(widest, each.name.size());
    for (const remote::FoundRuntime& each : found) {
        console.print(left(each.name, widest + 2) + runtimeText(each));
        list.push_back(runtimeReport(each));
    }
    if (found.empty()) console.print(say("there is none of {1}", names));
    console.printJson({{"name", name}, {"runtimes", std::move(list)}, {"adapters", std::move(known)}});
    return Done;
}

} // namespace edgewright::cli
