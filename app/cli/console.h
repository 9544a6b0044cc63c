// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal side of a command: what to print, where progress goes, how to stop, which exit status.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <nlohmann/json.hpp>

#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace edgewright::cli {

using Json = nlohmann::ordered_json;

enum ExitStatus { Done = 0, AnswerIsNo = 1, BadCommandLine = 2, BadInput = 3, Stopped = 4 };

class Console {
public:
    bool json = false;
    bool quiet = false;

    Console();
    ~Console();
    // Stops on SIGINT; progress is drawn on standard error while it is a terminal.
    const RunContext& run() const { return m_run; }

    void print(std::string_view line) const;         // standard output, only without --json and --quiet
    void printJson(const Json& document) const;      // standard output, only with --json
    void note(std::string_view line) const;          // standard error, not with --quiet
    int fail(const Error& error) const;              // prints it, returns the exit status
    void list(const Diagnostics& diagnostics) const; // to note(), one line each

private:
    void watch(const std::stop_token& stop);

    std::stop_source m_stop;
    Progress m_progress;
    RunContext m_run;
    std::jthread m_watcher; // polls the signal flag and draws the bar
};

Json toJson(const Diagnostics& diagnostics);
// Right-aligned in `width` columns.
std::string right(const std::string& text, std::size_t width);
std::string left(const std::string& text, std::size_t width);
// "1 234 567".
std::string grouped(std::int64_t number);
std::string fixed(double number, int decimals);
std::string scientific(double number);     // three significant digits
std::string bytesText(std::int64_t bytes); // "3.20 MiB"

} // namespace edgewright::cli
