// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/runtimes_there.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/remote/guarded_run.h"
#include "core/remote/host.h"
#include "core/remote/installed.h"
#include "core/remote/upload.h"
#include "core/runtimes/command_line.h"

#include <cstdlib>
#include <sstream>

namespace edgewright::remote {

namespace fs = std::filesystem;
using runtimes::Adapter;

namespace {

constexpr std::chrono::seconds LookPatience{10}, VersionPatience{20};

// $1, $2, ...: a key and a program in turn. Says where there is one.
constexpr const char* LookForPrograms = R"sh(while [ $# -ge 2 ]; do
    p=$2 f=
    case $p in "~/"*) p=$HOME${p#\~} ;; esac
    case $p in
        */*) [ ! -f "$p" ] || [ ! -x "$p" ] || f=$p ;;
        *) f=$(command -v "$p" 2>/dev/null) ;;
    esac
    case $f in /*) echo "EDGEWRIGHT_FOUND $1 $f" ;; esac
    shift 2
done
echo EDGEWRIGHT_LOOKED)sh";

// By adapter and command line of it: where its program lies; empty: nowhere.
using ProgramPlaces = std::vector<std::vector<std::string>>;

Result<ProgramPlaces> programPlaces(const Shell& machine, std::span<const Adapter> adapters,
                                    const RunContext& run) {
    ProgramPlaces places;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < adapters.size(); ++i) {
        places.emplace_back(adapters[i].programs.size());
        for (std::size_t k = 0; k < adapters[i].programs.size(); ++k) {
            const std::string key = std::to_string(i) + "." + std::to_string(k);
            const std::string& program = adapters[i].programs[k].front();
            words.insert(words.end(), {key, program});
            if (program.find('/') != std::string::npos) continue;
            for (const std::string& folder : adapters[i].folders)
                words.insert(words.end(), {key, folder + "/" + program});
        }
    }
    ASSIGN_OR_RETURN(const ChildOutput output, machine.run(LookForPrograms, words, run, LookPatience));
    bool isWhole = false;
    std::istringstream lines(output.text);
    for (std::string line; std::getline(lines, line);) {
        isWhole = isWhole || line == "EDGEWRIGHT_LOOKED";
        std::istringstream parts(line);
        std::string mark;
        std::size_t adapter = 0, program = 0;
        char point = 0;
        if (!(parts >> mark >> adapter >> point >> program) || mark != "EDGEWRIGHT_FOUND" || point != '.' ||
            adapter >= places.size() || program >= places[adapter].size() || parts.get() != ' ')
            continue;
        std::string path;
        std::getline(parts, path);
        if (std::string& place = places[adapter][program]; place.empty()) place = path;
    }
    if (!isWhole) return machine.notUnderstood(output);
    return places;
}

// What it writes, as much as a version takes; nothing when it fails.
Result<std::string> versionOutput(const Shell& machine, const std::vector<std::string>& line,
                                  const RunContext& run) {
    constexpr std::size_t Most = 64 << 10;
    std::string text;
    const auto status = runGuarded(machine, line, VersionPatience, run, [&](std::string_view bytes) {
        text += bytes.substr(0, Most - text.size());
        return text.size() < Most;
    });
    if (!status && status.error().code == ErrorCode::Cancelled) return status.error();
    return status ? text : std::string();
}

Result<std::string> scriptThere(const Shell& machine, const Adapter& adapter, const RunContext& run) {
    if (adapter.script.empty()) return std::string();
    const fs::path file = adapter.file.parent_path() / adapter.script;
    ASSIGN_OR_RETURN(Provided script, provide(machine, file, {"scripts"}, {run.stop, nullptr}));
    return std::move(script.path);
}

// Of the command lines of the adapter the first one that is there and, where it has to, says its version.
Result<std::optional<FoundRuntime>> foundOf(const Shell& machine, const Adapter& adapter,
                                            const std::vector<std::string>& places, const RunContext& run) {
    for (std::size_t k = 0; k < places.size(); ++k) {
        if (places[k].empty()) continue;
        FoundRuntime found{adapter.name, adapter.title, adapter.programs[k], {}};
        found.program.front() = places[k];
        if (!adapter.versionArguments.empty()) {
            ASSIGN_OR_RETURN(const std::string script, scriptThere(machine, adapter, run));
            ASSIGN_OR_RETURN(const auto line, runtimes::versionLine(adapter, found.program, script));
            ASSIGN_OR_RETURN(const std::string output, versionOutput(machine, line, run));
            found.version = runtimes::versionIn(adapter, output);
        }
        if (!found.version.empty() || !adapter.versionProves) return std::optional(std::move(found));
    }
    return std::optional<FoundRuntime>();
}

// The program that the user names in place of the adapter's.
Adapter withProgram(const Adapter& adapter, const std::string& program) {
    Adapter changed = adapter;
    changed.programs = {{program}};
    changed.folders.clear();
    return changed;
}

} // namespace

std::vector<fs::path> runtimeFolders() {
    std::vector<fs::path> folders;
    const fs::path program = programFolder();
    std::error_code ignored;
    if (const char* named = std::getenv("EDGEWRIGHT_RUNTIMES"); named && *named)
        folders.emplace_back(named);
    else if (const fs::path installed = (program / "../share/edgewright/runtimes").lexically_normal();
             fs::is_directory(installed, ignored))
        folders.push_back(installed);
    else // of a program in build/dev/bin
        folders.push_back((program / "../../../resources/runtimes").lexically_normal());
    folders.push_back(hostsFile().parent_path() / "runtimes");
    return folders;
}

std::vector<Adapter> adaptersHere(const std::function<void(const Error&)>& refused) {
    return runtimes::readAdapters(runtimeFolders(), refused);
}

Result<std::vector<FoundRuntime>> findRuntimes(const Shell& machine, std::span<const Adapter> adapters,
                                               const RunContext& run) {
    ASSIGN_OR_RETURN(const ProgramPlaces places, programPlaces(machine, adapters, run));
    std::vector<FoundRuntime> found;
    for (std::size_t i = 0; i < adapters.size(); ++i) {
        ASSIGN_OR_RETURN(auto runtime, foundOf(machine, adapters[i], places[i], run));
        if (runtime) found.push_back(*std::move(runtime));
    }
    return found;
}

Result<void> checkTask(const Adapter& adapter, const RuntimeTask& task) {
    const std::string model = task.model.string();
    if (adapter.endingOf(task.model).empty())
        return badInput(
            say("{1} is no model for {2}: expected {3}", inQuotes(model), adapter.title, adapter.modelsText()));
    std::error_code ignored;
    if (!fs::is_regular_file(task.model, ignored))
        return badInput(say("{1}: there is no such file", inQuotes(model)));
    if (task.program.starts_with('-') || task.program.find('\0') != std::string::npos)
        return badInput(say("{1} is no program", inQuotes(task.program)));
    RETURN_IF_ERROR(runtimes::commandLine(adapter, {}, {model, {}, task.values}));
    return {};
}

Result<RuntimeOutcome> runRuntime(const Shell& machine, const Adapter& adapter, const RuntimeTask& task,
                                  const RunContext& run, const std::function<void(const std::string&)>& told) {
    const auto tell = [&](const std::string& what) {
        if (told) told(what);
    };
    RETURN_IF_ERROR(checkTask(adapter, task));
    const Adapter looked = task.program.empty() ? adapter : withProgram(adapter, task.program);
    ASSIGN_OR_RETURN(auto found, findRuntimes(machine, std::span(&looked, 1), run));
    if (found.empty()) {
        std::string programs;
        for (const auto& words : looked.programs)
            programs += (programs.empty() ? "" : ", ") + words.front();
        const std::string name = inQuotes(machine.name());
        return badInput(looked.versionProves
                            ? say("{1} has no {2}: expected one of {3}, and that it says its version", name,
                                  adapter.title, programs)
                            : say("{1} has no {2}: expected one of {3}", name, adapter.title, programs));
    }
    RuntimeOutcome outcome{std::move(found.front()), {}, false};
    ASSIGN_OR_RETURN(const std::string script, scriptThere(machine, adapter, run));
    if (!machine.isHere())
        tell(say("sending {1} to {2}", inQuotes(task.model.filename().string()), inQuotes(machine.name())));
    ASSIGN_OR_RETURN(const Provided model,
                     provide(machine, task.model, {"models", adapter.endingOf(task.model)}, run));
    outcome.wasSent = model.wasSent;
    ASSIGN_OR_RETURN(const auto line, runtimes::commandLine(adapter, outcome.runtime.program,
                                                            {model.path, script, task.values}));
    tell(say("running {1} on {2}", adapter.title, inQuotes(machine.name())));
    runtimes::OutputReader reader(adapter);
    ASSIGN_OR_RETURN(
        const std::optional<int> status,
        runGuarded(machine, line, task.limit, run, [&](std::string_view bytes) { return reader.take(bytes); }));
    ASSIGN_OR_RETURN(outcome.report, reader.report(status.value_or(0)));
    return outcome;
}

} // namespace edgewright::remote
