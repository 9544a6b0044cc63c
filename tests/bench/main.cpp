// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-bench: how fast and how frugal the program is on this machine.
#include "tests/bench/child.h"
#include "tests/bench/measurement.h"
#include "tests/support/paths/paths.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <string_view>

namespace fs = std::filesystem;
using namespace edgewright;

namespace {

// The folders' cases; where a folder has none, one line says so.
void addCases(bench::Session& session, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        auto cases = bench::casesBelow(folder);
        if (cases.empty()) std::cout << "skipped: " << folder << " has no model" << std::endl;
        std::ranges::move(cases, std::back_inserter(session.cases));
    }
}

// TEXT names measurements by a part of their names; else networks.
std::vector<const bench::Measurement*> chosen(bench::Session& session, const std::string& text) {
    const auto contains = [&](std::string_view name) { return name.find(text) != std::string_view::npos; };
    std::vector<const bench::Measurement*> result;
    for (const bench::Measurement* each : bench::measurements())
        if (contains(each->name)) result.push_back(each);
    if (!result.empty()) return result;
    std::erase_if(session.cases, [&](const bench::Case& each) { return !contains(each.name); });
    if (session.cases.empty()) return result;
    for (const bench::Measurement* each : bench::measurements())
        if (each->ofNetworks) result.push_back(each);
    return result;
}

} // namespace

int main(int argc, char** argv) {
    constexpr std::string_view PeakMemory = "--peak-memory-of"; // what the "opening" measurement starts
    if (argc > 2 && argv[1] == PeakMemory) return bench::printPeakMemory(argv + 2);

    CLI::App app{"How fast and how frugal Edgewright is on this machine.", "edgewright-bench"};
    const std::string source = test::sourceFolder();
    std::vector<std::string> folders{source + "/../shared/models", source + "/../shared/exports",
                                     source + "/samples"};
    std::string only, json;
    bench::Session session;
    app.add_option("FOLDER", folders, "Model files, or folders with cases (model.onnx, test_data_set_0) below");
    app.add_option("--only", only, "Only the measurements with TEXT in their names; or else only such networks")
        ->type_name("TEXT");
    app.add_option("--json", json, "Write all figures into this file")->type_name("FILE");
    app.add_flag("--quick", session.quick, "Fewer runs: figures are worse");
    app.add_flag("--peers", session.peers, "Compare with ONNX Runtime, where Node.js finds onnxruntime-node");
    app.add_option("--threads", session.threads, "Threads of convolutions, and of networks beside ONNX Runtime")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::signal(SIGPIPE, SIG_IGN);

    if (session.quick) session.patience = {0.05, 3, 0.5};
    session.commandLine = fs::read_symlink("/proc/self/exe").parent_path() / "edgewright-cli";
    session.peerScript = source + "/tests/peers/onnxruntime_latency.js";
    addCases(session, folders);
    const auto measurements = chosen(session, only);
    if (measurements.empty()) {
        std::cerr << "no measurement and no network has '" << only << "' in its name; measurements:";
        for (const bench::Measurement* each : bench::measurements())
            std::cerr << ' ' << each->name;
        std::cerr << '\n';
        return cli::BadCommandLine;
    }
    for (const bench::Measurement* each : measurements) {
        session.report.begin(each->name, each->summary);
        each->run(session);
    }
    session.report.finish();
    if (json.empty()) return cli::Done;
    if (const auto written = session.report.write(json); !written) {
        std::cerr << written.error().message << '\n';
        return cli::BadInput;
    }
    return cli::Done;
}
