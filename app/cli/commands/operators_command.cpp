// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/ops/operator.h"
#include "core/pipeline/backend_case.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <map>

namespace edgewright::cli::operators_command {

namespace fs = std::filesystem;

namespace {

struct Counts {
    int passed = 0, failed = 0, unsupported = 0;
    int all() const { return passed + failed + unsupported; }
};

struct Row {
    const ops::Operator* entry;
    Counts cases;
    std::set<std::int64_t> opsets;      // that its cases were written for
    std::vector<std::string> unitTests; // that name it
};

struct Verdict {
    std::string path; // below the folder of the cases
    std::string reason;
};

struct Survey {
    std::vector<Row> rows; // in the order of the catalogue: by domain and name
    bool ranCases = false;
    Counts cases, wholeModels;
    std::vector<Verdict> failed, unsupported;
    std::set<std::string> unknown; // operators of cases that the catalogue lacks
};

std::string domainOf(const ops::Operator& entry) {
    return entry.domain.empty() ? "ai.onnx" : std::string(entry.domain);
}

std::string kindOf(const ops::Operator& entry) {
    constexpr std::array Names{
        TRANSLATABLE("OperatorKind", "compute"),       TRANSLATABLE("OperatorKind", "activation"),
        TRANSLATABLE("OperatorKind", "normalisation"), TRANSLATABLE("OperatorKind", "pooling"),
        TRANSLATABLE("OperatorKind", "element-wise"),  TRANSLATABLE("OperatorKind", "data movement"),
        TRANSLATABLE("OperatorKind", "quantization"),  TRANSLATABLE("OperatorKind", "control flow")};
    return Names.at(static_cast<std::size_t>(entry.category));
}

std::string opsetsText(const std::set<std::int64_t>& opsets) {
    if (opsets.empty()) return "–";
    const std::string first = std::to_string(*opsets.begin());
    return opsets.size() == 1 ? first : first + "–" + std::to_string(*opsets.rbegin());
}

std::string countsText(const Counts& counts) {
    std::string text = say("{1} passed", counts.passed);
    if (counts.failed > 0) text = say("{1}, {2} failed", text, counts.failed);
    if (counts.unsupported > 0) text = say("{1}, {2} unsupported", text, counts.unsupported);
    return text;
}

std::string proofOf(const Row& row) {
    if (row.cases.all() > 0) return countsText(row.cases);
    std::string text;
    for (const std::string& file : row.unitTests)
        text += (text.empty() ? "" : ", ") + file;
    return text.empty() ? "–" : say("unit tests: {1}", text);
}

void count(Counts& counts, bool unsupported, bool failed) {
    ++(unsupported ? counts.unsupported : failed ? counts.failed : counts.passed);
}

void take(const fs::path& root, const fs::path& folder, const pipeline::BackendCase& done, Survey& survey) {
    const std::string fault = faultOf(done);
    const bool unsupported = !done.missing.empty();
    const bool failed = !unsupported && !fault.empty();
    const std::string path = folder.lexically_relative(root).string();
    if (unsupported) survey.unsupported.push_back({path, done.missing});
    if (failed) survey.failed.push_back({path, fault});
    count(survey.cases, unsupported, failed);
    const bool whole = done.tolerance.rule == exec::Tolerance::Rule::Norm;
    if (whole) count(survey.wholeModels, unsupported, failed);
    for (const auto& [domain, name] : done.operators) {
        const auto row = std::ranges::find(survey.rows, ops::find(domain, name), &Row::entry);
        if (row == survey.rows.end()) {
            survey.unknown.insert((domain.empty() ? "" : domain + ".") + name);
            continue;
        }
        if (whole) continue;
        count(row->cases, unsupported, failed);
        if (const auto version = done.opsets.find(domain); version != done.opsets.end())
            row->opsets.insert(version->second);
    }
}

// A test names an operator where its text has the name, and the domain unless it is the standard one, as
// literals.
void findUnitTests(const fs::path& root, Survey& survey) {
    std::error_code failed;
    std::set<fs::path> files;
    for (fs::recursive_directory_iterator it(root, failed), end; !failed && it != end; it.increment(failed))
        if (it->path().filename().string().ends_with("_test.cpp")) files.insert(it->path());
    for (const fs::path& file : files) {
        const auto text = textOfFile(file, 16 << 20);
        if (!text) continue;
        const auto names = [&](std::string_view literal) {
            return text->find('"' + std::string(literal) + '"') != std::string::npos;
        };
        for (Row& row : survey.rows)
            if (names(row.entry->name) && (row.entry->domain.empty() || names(row.entry->domain)))
                row.unitTests.push_back(file.stem().string());
    }
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    std::array<char, 16> text{};
    if (!gmtime_r(&now, &parts) || std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts) == 0) return {};
    return text.data();
}

std::string escaped(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '\\');
    return text;
}

void addVerdicts(std::string& document, const std::string& title, const std::vector<Verdict>& verdicts) {
    const auto add = [&](const std::string& line) { document += line + "\n"; };
    add("\n## " + title + "\n");
    if (verdicts.empty()) add("None.");
    if (verdicts.empty()) return;
    add("| case | reason |\n|---|---|");
    for (const Verdict& each : verdicts)
        add("| `" + each.path + "` | " + escaped(each.reason) + " |");
}

std::string markdown(const Survey& survey) {
    const InEnglish english; // as all files are
    std::string document;
    const auto add = [&](const std::string& line) { document += line + "\n"; };
    const auto count = [&](auto&& holds) { return std::to_string(std::ranges::count_if(survey.rows, holds)); };
    add("<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n# Operators\n");
    add("As of " + today() + ", written by `./dev conformance`.\n");
    add("| | |\n|---|---|");
    add("| operators in the catalogue | " + std::to_string(survey.rows.size()) + " |");
    std::map<std::string, int> byDomain;
    for (const Row& row : survey.rows)
        ++byDomain[domainOf(*row.entry)];
    for (const auto& [domain, number] : byDomain)
        add("| … of `" + domain + "` | " + std::to_string(number) + " |");
    if (survey.ranCases) {
        const double share = survey.cases.all() > 0 ? 100.0 * survey.cases.passed / survey.cases.all() : 0;
        add("| conformance cases of the ONNX project | " + std::to_string(survey.cases.all()) + " |");
        add("| … passed | " + std::to_string(survey.cases.passed) + " (" + fixed(share, 1) + " %) |");
        add("| … failed | " + std::to_string(survey.cases.failed) + " |");
        add("| … unsupported | " + std::to_string(survey.cases.unsupported) + " |");
        add("| … of these, whole models | " + countsText(survey.wholeModels) + " |");
        add("| operators that a case runs | " + count([](const Row& row) { return row.cases.all() > 0; }) +
            " |");
    }
    add("\nA case counts for every operator it contains, so that the rows add up to more than the total; one "
        "of a whole model counts in the total alone. *Opsets* are the versions of the operator's domain that "
        "the cases were written for; older forms that only unit tests run are not in them. *MACs* says that "
        "multiply-accumulates are counted, *epilogue* that a fused group may hand the operator the "
        "element-wise steps after it, *containers* that it takes sequences or optionals. An "
        "operator without a case names the unit tests that mention it.");
    std::string domain;
    for (const Row& row : survey.rows) {
        const ops::Operator& entry = *row.entry;
        if (const std::string own = domainOf(entry); own != domain) {
            domain = own;
            add("\n## " + domain + "\n");
            add("| operator | kind | opsets | MACs | epilogue | containers | cases |");
            add("|---|---|---|:-:|:-:|:-:|---|");
        }
        const auto tick = [](bool holds) { return std::string(holds ? "✓" : ""); };
        add("| " + std::string(entry.name) + " | " + kindOf(entry) + " | " + opsetsText(row.opsets) + " | " +
            tick(entry.products != nullptr) + " | " + tick(entry.takesEpilogue) + " | " +
            tick(entry.takesContainers) + " | " + proofOf(row) + " |");
    }
    if (survey.ranCases && !survey.failed.empty()) addVerdicts(document, "Cases that fail", survey.failed);
    if (survey.ranCases) addVerdicts(document, "Cases that are not supported", survey.unsupported);
    document.pop_back(); // the last line end comes with printing
    return document;
}

void printTable(const Console& console, const Survey& survey) {
    std::size_t domains = 0, names = 0;
    for (const Row& row : survey.rows) {
        domains = std::max(domains, domainOf(*row.entry).size() + 2);
        names = std::max(names, row.entry->name.size() + 2);
    }
    for (const Row& row : survey.rows)
        console.print(left(domainOf(*row.entry), domains) + left(std::string(row.entry->name), names) +
                      left(translated("OperatorKind", kindOf(*row.entry)), 15) +
                      left(row.entry->products ? "MACs" : "", 6) +
                      left(row.entry->takesEpilogue ? say("epilogue") : "", 10) + proofOf(row));
    console.print(sayCount(groups(survey.rows.size()), "{1} operator", "{1} operators"));
    if (!survey.ranCases) return;
    for (const Verdict& each : survey.failed)
        console.print(left(say("failed"), 13) + each.path + "  " + each.reason);
    for (const Verdict& each : survey.unsupported)
        console.print(left(say("unsupported"), 13) + each.path + "  " + each.reason);
    console.print(
        say("{1}; of these, whole models: {2}", countsText(survey.cases), countsText(survey.wholeModels)));
}

Json toJson(const Counts& counts) {
    return {{"passed", counts.passed}, {"failed", counts.failed}, {"unsupported", counts.unsupported}};
}

Json toJson(const std::vector<Verdict>& verdicts) {
    Json rows = Json::array();
    for (const Verdict& each : verdicts)
        rows.push_back({{"case", each.path}, {"reason", each.reason}});
    return rows;
}

Json toJson(const Survey& survey) {
    Json rows = Json::array();
    for (const Row& row : survey.rows) {
        const ops::Operator& entry = *row.entry;
        Json each{{"domain", domainOf(entry)},
                  {"name", entry.name},
                  {"kind", kindOf(entry)},
                  {"counts_macs", entry.products != nullptr},
                  {"takes_epilogue", entry.takesEpilogue},
                  {"takes_containers", entry.takesContainers},
                  {"runs", entry.run != nullptr},
                  {"unit_tests", row.unitTests}};
        if (survey.ranCases) {
            each["opsets"] = row.opsets;
            each["cases"] = toJson(row.cases);
        }
        rows.push_back(std::move(each));
    }
    Json document{{"date", today()}, {"operators", rows}};
    if (survey.ranCases) {
        document["cases"] = toJson(survey.cases);
        document["whole_models"] = toJson(survey.wholeModels);
        document["failed"] = toJson(survey.failed);
        document["unsupported"] = toJson(survey.unsupported);
        document["unknown_operators"] = survey.unknown;
    }
    return document;
}

struct Arguments {
    bool markdown = false;
    std::string cases, tests, output;
    bool force = false; // see Outputs
};

Result<ExitStatus> operators(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    Survey survey;
    for (const ops::Operator* entry : ops::catalogue())
        survey.rows.push_back({entry, {}, {}, {}});
    for (const std::string& folder : {arguments.cases, arguments.tests})
        if (std::error_code failed; !folder.empty() && !fs::is_directory(folder, failed))
            return edgewright::badInput(say("{1}: expected a folder", folder));
    if (!arguments.tests.empty()) findUnitTests(arguments.tests, survey);
    if (!arguments.cases.empty()) {
        survey.ranCases = true;
        for (const fs::path& folder : pipeline::backendCasesBelow(arguments.cases)) {
            const pipeline::BackendCase done = pipeline::runBackendCase(folder, 1, console.run());
            if (console.run().stopped()) return cancelled();
            take(arguments.cases, folder, done, survey);
        }
        if (survey.cases.all() == 0)
            return edgewright::badInput(say("{1}: no folder below it has a model.onnx", arguments.cases));
    }
    console.printJson(toJson(survey));
    if (!arguments.output.empty()) {
        const bool json = arguments.output.ends_with(".json");
        RETURN_IF_ERROR(
            outputs.write(arguments.output, json ? dumped(toJson(survey)) : markdown(survey) + "\n"));
    }
    if (arguments.markdown)
        console.printLines(markdown(survey));
    else
        printTable(console, survey);
    return survey.failed.empty() ? Done : AnswerIsNo;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_flag("--markdown", arguments->markdown, say("As a document instead of a table"));
    verb.add_option("-o,--output", arguments->output, say("Write that document; .json: what --json prints"))
        ->type_name("FILE");
    Outputs::declareForce(verb, arguments->force);
    verb.add_option("--cases", arguments->cases,
                    say("Run the cases in the ONNX backend-test layout below this folder"))
        ->type_name("DIR");
    verb.add_option("--tests", arguments->tests,
                    say("Where the unit tests are, to name those of operators that have no case"))
        ->type_name("DIR");
    return [arguments](Console& console) { return operators(console, *arguments); };
}

} // namespace

extern const Command entry{
    "operators", TRANSLATABLE("Verb", "List the operators and how many conformance cases each passes"),
    declare};

} // namespace edgewright::cli::operators_command
