// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal side of a command: what to print, where progress goes, how to stop, which exit status.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdio>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace edgewright::cli {

using Json = nlohmann::ordered_json;

// A verb that runs a command of the user ends as that does, with any other number.
enum ExitStatus : int { Done = 0, AnswerIsNo = 1, BadCommandLine = 2, BadInput = 3, Stopped = 4 };

class Console {
public:
    std::string language = "en"; // of sentences, and of files for people; one of languages()
    bool json = false;           // sentences are English then
    bool quiet = false;

    Console();
    ~Console();
    // Stops on SIGINT, SIGTERM and SIGHUP; progress is drawn on standard error while it is a terminal.
    const RunContext& run() const { return m_run; }

    bool isSilent() const { return json || quiet || m_outputGiven; } // print() writes nothing
    // One line, with what would command a terminal escaped; note() and fail() do the same.
    void print(std::string_view line) const;         // standard output; not where it isSilent()
    void printLines(const std::string& text) const;  // one after the other
    void printJson(const Json& document) const;      // standard output, only with --json
    void note(std::string_view line) const;          // standard error, not with --quiet
    int fail(const Error& error) const;              // prints it, returns the exit status
    void list(const Diagnostics& diagnostics) const; // to note(), those of one kind together
    // From here on standard output is a result's own: print() is silent.
    void giveOutput() { m_outputGiven = true; }
    bool outputGiven() const { return m_outputGiven; }
    // `status`, unless standard output could not take what was written, or a signal came in between.
    int finish(int status) const;

private:
    void watch(const std::stop_token& stop);
    // The bar disappears before any line, and comes back below it.
    void write(std::FILE* stream, std::string_view text) const;

    std::stop_source m_stop;
    Progress m_progress;
    RunContext m_run;
    mutable std::mutex m_writing;
    mutable std::string m_bar; // as it stands on the terminal
    mutable int m_fault = 0;   // errno of standard output
    bool m_outputGiven = false;
    std::jthread m_watcher; // polls the signal flag and draws the bar
};

} // namespace edgewright::cli
