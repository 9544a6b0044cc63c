// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of tuners as files, one format a file.
//
// To add one: write core/tune/formats/<name>.cpp, all of it in namespace edgewright::tune::<name>_log, with
// `extern const LogFormat entry;` and its definition, and add <name> to ENTRIES in core/tune/CMakeLists.txt.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/tune/log.h"

#include <filesystem>
#include <span>

namespace edgewright::tune {

struct LogReading {
    TuneLog log;
    Diagnostics
        diagnostics; // what was left out, each with its line; at most MaxLogDiagnostics and their number
};
constexpr std::size_t MaxLogDiagnostics = 200;
constexpr std::int64_t MaxLogBytes = std::int64_t(256) << 20;

struct LogFormat {
    std::string_view name;     // = file name
    std::string_view title;    // for people: "Kernel Tuner, cache"
    std::string_view suffixes; // of files, one blank between: ".json .jsonl"
    // True for a text that nearly certainly is one.
    bool (*sniff)(std::string_view text);
    // `file` is named in errors and is the task where the format has no word for it. BadInput where nothing
    // could be read: line, place and what was expected there.
    Result<LogReading> (*read)(std::string_view text, const std::string& file, const RunContext& run);
    // Null: read only. BadInput where the format has no place for it.
    Result<std::string> (*write)(const TuneLog& log);
};

std::span<const LogFormat* const> logFormats();
const LogFormat* logFormatCalled(std::string_view name); // null: there is none
const LogFormat* logFormatOf(std::string_view text);     // by what it holds; null: none of them

// A file of any of the formats. BadInput, naming the file, for what is none of them, no regular file, or has
// more than MaxLogBytes.
Result<LogReading> readLog(const std::filesystem::path& file, const RunContext& run = {});
// As a whole or not at all. Unsupported where the format is read only.
Result<void> writeLog(const std::filesystem::path& file, const TuneLog& log, const LogFormat& format);

} // namespace edgewright::tune
