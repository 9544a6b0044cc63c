// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/run_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/reports/difference_report.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/backend_case.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <optional>

namespace edgewright::cli::check_command {

namespace fs = std::filesystem;

namespace {

struct Arguments {
    std::vector<std::string> folders;
    std::optional<double> tolerance;
    int threads = 1;
    LimitArguments limits;
    KernelArguments kernels;
    MemoryArguments memory;
};

struct Case {
    std::string path;
    std::string status = "passed"; // or "failed", "unsupported"
    std::string reason;
    exec::Tolerance tolerance;
    double maxAbs = 0, maxRel = 0, relNorm = 0; // of the outputs that were compared
    std::string incomparable;                   // why the three are not known
    std::string notCompared;                    // outputs that follow from random numbers
    Json outputs = Json::array();
};

void judge(pipeline::BackendCase done, const Arguments& arguments, Case& result) {
    if (arguments.tolerance) done.tolerance = exec::Tolerance::norm(*arguments.tolerance);
    result.tolerance = done.tolerance;
    result.notCompared = pipeline::notCompared(done);
    for (auto& output : done.outputs) {
        if (arguments.tolerance) output.tolerance = done.tolerance;
        Json row{{"name", output.name}, {"dtype", ir::dataTypeName(output.expected.dtype)}};
        const std::string reason = pipeline::incomparable(output.actual, output.expected, output.difference);
        if (output.drawnBy.empty())
            addDifference(row, output.difference, reason);
        else
            addNotCompared(row, output.drawnBy);
        addTolerance(row, output.tolerance);
        result.outputs.push_back(std::move(row));
        if (!output.drawnBy.empty()) continue;
        result.maxAbs = std::max(result.maxAbs, output.difference.maxAbs);
        result.maxRel = std::max(result.maxRel, output.difference.maxRel);
        result.relNorm = std::max(result.relNorm, output.difference.relNorm);
        if (result.incomparable.empty()) result.incomparable = reason;
    }
    result.reason = done.missing.empty() ? pipeline::faultOf(done) : done.missing;
    if (!done.missing.empty())
        result.status = "unsupported";
    else if (!result.reason.empty())
        result.status = "failed";
    else if (!result.notCompared.empty())
        result.reason = say("not compared: {1}", result.notCompared);
}

// Whatever happens in a case is that case's result.
Case checkOne(Console& console, const fs::path& folder, const fs::path& data, const Arguments& arguments) {
    Case result;
    result.path = data.string();
    exec::RunOptions options;
    options.threads = arguments.threads;
    arguments.kernels.apply(options);
    options.loopTripLimit = arguments.limits.trips;
    options.memoryLimitBytes = arguments.memory.runBytes();
    try {
        judge(pipeline::runBackendCase(folder, data, options, console.run()), arguments, result);
    } catch (const std::exception& error) {
        result.status = "failed";
        result.reason = say("unexpected: {1}", error.what());
    }
    return result;
}

Json toJson(const Case& each) {
    const bool comparable = each.incomparable.empty();
    Json row{{"path", each.path},
             {"status", each.status},
             {"reason", each.reason},
             {"max_abs", comparable ? measureJson(each.maxAbs) : Json(nullptr)},
             {"max_rel", comparable ? measureJson(each.maxRel) : Json(nullptr)},
             {"rel_norm", comparable ? measureJson(each.relNorm) : Json(nullptr)}};
    addTolerance(row, each.tolerance);
    row["outputs"] = each.outputs;
    if (!each.notCompared.empty()) row["not_compared"] = each.notCompared;
    if (!comparable) row["comparable"] = false;
    return row;
}

struct Found {
    fs::path folder, data;
};

// All folders are looked at before the first case runs.
Result<std::vector<Found>> findCases(const std::vector<std::string>& roots) {
    std::vector<Found> found;
    for (const std::string& root : roots) {
        std::error_code failed;
        if (!fs::is_directory(root, failed)) return edgewright::badInput(say("{1}: expected a folder", root));
        const std::size_t before = found.size();
        for (const fs::path& folder : pipeline::backendCasesBelow(root))
            for (const fs::path& data : pipeline::dataSets(folder))
                found.push_back({folder, data});
        if (found.size() == before)
            return edgewright::badInput(
                say("{1}: holds no case; expected model.onnx and test_data_set_0/output_0.pb in it or below",
                    root));
    }
    return found;
}

Result<ExitStatus> check(Console& console, const Arguments& arguments) {
    ASSIGN_OR_RETURN(const auto found, findCases(arguments.folders));
    std::vector<Case> cases;
    for (const auto& [folder, data] : found) {
        Case result = checkOne(console, folder, data, arguments);
        if (console.run().stopped()) return cancelled();
        console.print(left(result.status, 13) + result.path +
                      (result.reason.empty() ? "" : "  " + result.reason));
        cases.push_back(std::move(result));
    }
    const auto count = [&](std::string_view status) {
        return std::ranges::count(cases, status, &Case::status);
    };
    const auto notCompared =
        std::ranges::count_if(cases, [](const Case& each) { return !each.notCompared.empty(); });
    Json rows = Json::array();
    for (const Case& each : cases)
        rows.push_back(toJson(each));
    console.printJson({{"passed", count("passed")},
                       {"failed", count("failed")},
                       {"unsupported", count("unsupported")},
                       {"not_compared", notCompared},
                       {"cases", rows}});
    const std::string text =
        say("{1} passed, {2} failed, {3} unsupported", count("passed"), count("failed"), count("unsupported"));
    console.print(notCompared > 0 ? say("{1}; {2} with outputs that nobody compares", text, notCompared)
                                  : text);
    return count("failed") > 0 ? AnswerIsNo : Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("DIR", arguments->folders,
                    say("Folders in the ONNX backend-test layout, searched below too"))
        ->type_name("")
        ->required();
    nonNegative(
        verb.add_option("--tolerance", arguments->tolerance,
                        say("Largest ||error|| / ||reference|| that passes, for every case. Without it: "
                            "for single operators |error| <= 1e-7 + 1e-3 |reference| in each element (with "
                            "bfloat16 7.8e-7 + 7.8e-3 |reference|); for models the norms with 1e-4, or with "
                            "1e-3 where more than 100 operators follow each other, or no error above 2e-7; "
                            "where float16 was computed on the way 0.0039 and 0.0078, with bfloat16 0.031 and "
                            "0.063. Outputs that follow from random numbers are not compared"))
            ->type_name("T"));
    threadCounts(verb.add_option("--threads", arguments->threads, say("Threads"))->capture_default_str());
    arguments->kernels.declare(verb);
    arguments->limits.declare(verb);
    arguments->memory.declare(verb);
    return [arguments](Console& console) { return check(console, *arguments); };
}

} // namespace

extern const Command entry{"check", TRANSLATABLE("Verb", "Run test cases with expected outputs"), declare};

} // namespace edgewright::cli::check_command
