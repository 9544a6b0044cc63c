// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal side of a command: what to print, where progress goes, how to stop, which exit status.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <mutex>
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
    // `status`, unless standard output could not take what was written.
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
    std::jthread m_watcher;    // polls the signal flag and draws the bar
};

// The text of a file: two columns a level, a line end, U+FFFD for bytes that are no UTF-8.
std::string dumped(const Json& document);
Json toJson(const Diagnostics& diagnostics);
// Right-aligned in `width` columns.
std::string right(const std::string& text, std::size_t width);
std::string left(const std::string& text, std::size_t width);
std::string shortened(const std::string& text, std::size_t width); // "first..last" in at most `width` columns
std::string counted(std::int64_t number, const std::string& noun); // "1 value", "2 values"
// "1 234 567".
std::string grouped(std::int64_t number);
std::string fixed(double number, int decimals);
std::string scientific(double number);     // three significant digits
std::string bytesText(std::int64_t bytes); // "3.20 MiB"

} // namespace edgewright::cli
