// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/limits.h"
#include "core/pipeline/backend_case.h"

#include <algorithm>
#include <exception>
#include <optional>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

struct Arguments {
    std::vector<std::string> folders;
    std::optional<double> tolerance;
    int threads = 1;
    LimitArguments limits;
};

struct Case {
    std::string path;
    std::string status = "passed"; // or "failed", "unsupported"
    std::string reason;
    exec::Tolerance tolerance;
    double maxAbs = 0, maxRel = 0, relNorm = 0;
};

void judge(pipeline::BackendCase done, const Arguments& arguments, Case& result) {
    if (arguments.tolerance) done.tolerance = exec::Tolerance::norm(*arguments.tolerance);
    result.tolerance = done.tolerance;
    for (const auto& output : done.outputs) {
        result.maxAbs = std::max(result.maxAbs, output.difference.maxAbs);
        result.maxRel = std::max(result.maxRel, output.difference.maxRel);
        result.relNorm = std::max(result.relNorm, output.difference.relNorm);
    }
    result.reason = done.missing.empty() ? pipeline::faultOf(done) : done.missing;
    if (!done.missing.empty())
        result.status = "unsupported";
    else if (!result.reason.empty())
        result.status = "failed";
}

// Whatever happens in a case is that case's result.
Case checkOne(Console& console, const fs::path& folder, const fs::path& data, const Arguments& arguments) {
    Case result;
    result.path = data.string();
    exec::RunOptions options;
    options.threads = arguments.threads;
    arguments.limits.apply(options);
    try {
        judge(pipeline::runBackendCase(folder, data, options, console.run()), arguments, result);
    } catch (const std::exception& error) {
        result.status = "failed";
        result.reason = std::string("unexpected: ") + error.what();
    }
    return result;
}

Json toJson(const Case& each) {
    const bool elements = each.tolerance.rule == exec::Tolerance::Rule::Elements;
    return {{"path", each.path},
            {"status", each.status},
            {"reason", each.reason},
            {"max_abs", each.maxAbs},
            {"max_rel", each.maxRel},
            {"rel_norm", each.relNorm},
            {"rule", elements ? "elements" : "norm"},
            {"tolerance", each.tolerance.limit}};
}

int check(Console& console, const Arguments& arguments) {
    std::vector<Case> cases;
    for (const std::string& root : arguments.folders) {
        std::error_code failed;
        if (!fs::is_directory(root, failed))
            return console.fail(edgewright::badInput(root + ": expected a folder"));
        const std::size_t before = cases.size();
        for (const fs::path& folder : pipeline::backendCasesBelow(root))
            for (const fs::path& data : pipeline::dataSets(folder)) {
                Case result = checkOne(console, folder, data, arguments);
                if (console.run().stopped()) return console.fail(cancelled());
                console.print(left(result.status, 13) + result.path +
                              (result.reason.empty() ? "" : "  " + result.reason));
                cases.push_back(std::move(result));
            }
        if (cases.size() == before)
            return console.fail(edgewright::badInput(
                root + ": holds no case; expected model.onnx and test_data_set_0/output_0.pb in it or below"));
    }
    const auto count = [&](std::string_view status) {
        return std::ranges::count(cases, status, &Case::status);
    };
    Json rows = Json::array();
    for (const Case& each : cases)
        rows.push_back(toJson(each));
    console.printJson({{"passed", count("passed")},
                       {"failed", count("failed")},
                       {"unsupported", count("unsupported")},
                       {"cases", rows}});
    console.print(std::to_string(count("passed")) + " passed, " + std::to_string(count("failed")) +
                  " failed, " + std::to_string(count("unsupported")) + " unsupported");
    return count("failed") > 0 ? AnswerIsNo : Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("DIR", arguments->folders, "Folders in the ONNX backend-test layout, searched below too")
        ->required();
    verb.add_option(
            "--tolerance", arguments->tolerance,
            "Largest ||error|| / ||reference|| that passes, for every case. Without it: for single operators "
            "|error| <= 1e-7 + 1e-3 |reference| in each element, for models the norms with 1e-4, or with 1e-3 "
            "where more than 100 operators follow each other")
        ->type_name("T")
        ->check(CLI::NonNegativeNumber);
    verb.add_option("--threads", arguments->threads, "Threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    arguments->limits.declare(verb);
    return [arguments](Console& console) { return check(console, *arguments); };
}

} // namespace

extern const Command check_command;
const Command check_command{"check", "Run test cases with expected outputs", declare};

} // namespace edgewright::cli
