// SPDX-License-Identifier: GPL-3.0-or-later
// The results of the measurements: tables and lines on standard output, and all numbers in one JSON document.
#pragma once

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/text.h"
#include "tests/bench/table.h"
#include "tests/bench/timing.h"

#include <filesystem>
#include <string>

namespace edgewright::bench {

using Json = cli::Json;

class Report {
public:
    // All that follows belongs to the measurement of this name.
    void begin(const std::string& name, const std::string& summary);
    void print(const Table& table) const;
    void line(const std::string& text) const;
    // A figure that was asked for: said on the terminal with its answer, and once more at the end.
    void asked(const std::string& what, bool met, const std::string& measured);
    Json& figures() { return m_document["figures"][m_name]; }
    // On standard error, only while that is a terminal; overwritten by whatever comes next.
    void progress(const std::string& text) const;

    void finish();
    Result<void> write(const std::filesystem::path& file) const;

private:
    Json m_document = Json::object();
    std::string m_name;
};

// "1.234"; with a "*" when something else disturbed every run.
std::string millisecondsText(const Fastest& time);
Json timeJson(const Fastest& time);

} // namespace edgewright::bench
