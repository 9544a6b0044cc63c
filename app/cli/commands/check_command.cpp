// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/execution.h"
#include "core/exec/compare.h"

#include <algorithm>
#include <set>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

struct Case {
    std::string path;
    std::string status = "passed"; // or "failed", "unsupported"
    std::string reason;
    double maxAbs = 0, maxRel = 0, relNorm = 0;
};

void judge(Case& result, const std::vector<ir::Tensor>& outputs, const std::vector<ir::Tensor>& expected,
           double tolerance) {
    for (std::size_t i = 0; i < std::min(outputs.size(), expected.size()); ++i) {
        const exec::Difference difference = exec::compare(outputs[i], expected[i]);
        result.maxAbs = std::max(result.maxAbs, difference.maxAbs);
        result.maxRel = std::max(result.maxRel, difference.maxRel);
        result.relNorm = std::max(result.relNorm, difference.relNorm);
        if (difference.sameShape && difference.nonFinite == 0 && difference.relNorm <= tolerance) continue;
        result.status = "failed";
        result.reason = "output " + std::to_string(i) + ": " +
                        (difference.sameShape ? "relative error " + scientific(difference.relNorm)
                                              : outputs[i].type().text() + " where " +
                                                    expected[i].type().text() + " was expected");
    }
}

Case checkOne(Console& console, const fs::path& folder, const fs::path& data, double tolerance) {
    Case result;
    result.path = (data.empty() ? folder : data).string();
    ExecutionArguments arguments;
    arguments.model.model = (folder / "model.onnx").string();
    arguments.feeds.data = data.string();
    const auto fail = [&](const Error& error) {
        result.status = error.code == ErrorCode::Unsupported ? "unsupported" : "failed";
        result.reason = error.message;
        return result;
    };
    auto prepared = prepare(console, arguments);
    if (!prepared) return fail(prepared.error());
    auto outcome = exec::run(prepared->graph(), prepared->opsets(), prepared->feeds, {}, console.run());
    if (!outcome) return fail(outcome.error());
    judge(result, outcome->outputs, prepared->expected, tolerance);
    return result;
}

// Every folder at or below `root` with a model.onnx, sorted.
std::vector<fs::path> casesBelow(const fs::path& root) {
    std::set<fs::path> found;
    std::error_code failed;
    if (fs::exists(root / "model.onnx", failed)) found.insert(root);
    for (fs::recursive_directory_iterator it(root, failed), end; it != end; it.increment(failed))
        if (it->path().filename() == "model.onnx") found.insert(it->path().parent_path());
    return {found.begin(), found.end()};
}

std::vector<fs::path> dataSets(const fs::path& folder) {
    std::vector<fs::path> sets;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.is_directory(failed) && entry.path().filename().string().starts_with("test_data_set_"))
            sets.push_back(entry.path());
    std::ranges::sort(sets);
    return sets;
}

int check(Console& console, const std::vector<std::string>& folders, double tolerance) {
    std::vector<Case> cases;
    for (const std::string& root : folders) {
        std::error_code failed;
        if (!fs::is_directory(root, failed))
            return console.fail(edgewright::badInput(root + ": expected a folder"));
        for (const fs::path& folder : casesBelow(root))
            for (const fs::path& data : dataSets(folder)) {
                if (console.run().stopped()) return console.fail(cancelled());
                cases.push_back(checkOne(console, folder, data, tolerance));
                const Case& last = cases.back();
                console.print(left(last.status, 13) + last.path +
                              (last.reason.empty() ? "" : "  " + last.reason));
            }
    }
    const auto count = [&](std::string_view status) {
        return std::ranges::count(cases, status, &Case::status);
    };
    Json rows = Json::array();
    for (const Case& each : cases)
        rows.push_back({{"path", each.path},
                        {"status", each.status},
                        {"reason", each.reason},
                        {"max_abs", each.maxAbs},
                        {"max_rel", each.maxRel},
                        {"rel_norm", each.relNorm}});
    console.printJson({{"passed", count("passed")},
                       {"failed", count("failed")},
                       {"unsupported", count("unsupported")},
                       {"cases", rows}});
    console.print(std::to_string(count("passed")) + " passed, " + std::to_string(count("failed")) +
                  " failed, " + std::to_string(count("unsupported")) + " unsupported");
    return count("failed") > 0 ? AnswerIsNo : Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto folders = std::make_shared<std::vector<std::string>>();
    const auto tolerance = std::make_shared<double>(1e-3);
    verb.add_option("DIR", *folders, "Folders in the ONNX backend-test layout, searched below too")->required();
    verb.add_option("--tolerance", *tolerance, "Largest ||error|| / ||reference|| that passes")
        ->capture_default_str();
    return [folders, tolerance](Console& console) { return check(console, *folders, *tolerance); };
}

} // namespace

extern const Command check_command;
const Command check_command{"check", "Run test cases with expected outputs", declare};

} // namespace edgewright::cli
