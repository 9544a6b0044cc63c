// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as a log of each format. Whatever they are, there are trials that make
// sense, which can be written and read again, or an error that says something.
#include "core/table/format.h"
#include "core/tune/log_format.h"
#include "core/tune/log_table.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

using namespace edgewright;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const tune::TuneLog& log) {
    for (const tune::Trial& trial : log.trials) {
        require(trial.session < log.sessions.size());
        require(std::isfinite(trial.price.total()) && trial.price.total() >= 0);
        for (const double seconds : trial.seconds)
            require(seconds >= 0 && seconds < tune::FailedSeconds);
        require(tune::medianSeconds(trial).has_value() == (trial.state == tune::TrialState::Correct));
    }
    for (const tune::TaskSummary& task : tune::tasksOf(log))
        require(task.correct <= task.trials && task.best.has_value() == (task.correct > 0));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(tune::logFormatOf(text));
    for (const tune::LogFormat* format : tune::logFormats()) {
        const auto read = format->read(text, "tuned.log", {});
        if (!read) {
            require(!read.error().message.empty());
            continue;
        }
        check(read->log);
        const auto kept = std::make_shared<const tune::TuneLog>(read->log);
        require(!table::csvText(tune::trialTable(kept)).empty() &&
                !table::csvText(tune::taskTable(kept)).empty());
        for (const tune::LogFormat* into : tune::logFormats()) {
            if (!into->write) continue;
            const auto written = into->write(read->log);
            if (!written) continue;
            const auto again = into->read(*written, "again.log", {});
            require(again.has_value() && again->diagnostics.empty());
            check(again->log);
            require(again->log.trials.size() <= read->log.trials.size());
        }
    }
    return 0;
}
