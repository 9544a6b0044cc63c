// SPDX-License-Identifier: GPL-3.0-or-later
// The log of TVM's auto_scheduler, also called Ansor (src/auto_scheduler/measure_record.cc): a JSON object a
// line,
//   {"i": [[workload key, target, [hardware], host, layout, [inputs]], [[], steps]],
//    "r": [[seconds...], error, seconds in all, unix time], "v": "v0.6"}
// Before v0.2 the task had the first two items. Lines that begin with a blank are comments.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/tune/log_parts.h"
#include "core/tune/steps.h"
#include "core/tune/trial_json.h"

namespace edgewright::tune::auto_scheduler_log {

namespace {

constexpr std::size_t MaxNestBytes = std::size_t(256) << 20; // of all trials

class Reader {
public:
    Reader() { m_log.format = "auto_scheduler"; }

    void line(const JsonValue& root) {
        LogSession session;
        Trial trial;
        const auto input = root.list("i");
        if (input.size() != 2) return root.expected(say("an \"i\" with a task and its steps"));
        const auto task = input[0].items();
        if (task.size() < 2) return input[0].expected(say("a task: its workload key and its target"));
        trial.task = textOf(task[0]);
        if (trial.task.empty()) return input[0].expected(say("a task: its workload key and its target"));
        session.machine = textOf(task[1]);
        const auto state = input[1].items();
        if (state.size() != 2) return input[1].expected(say("a list of stages and a list of steps"));
        const std::vector<Step> steps = stepsOf(state[1]);
        if (!root.findings().fault.empty()) return;
        if (!root.raw().contains("r")) return root.expected(say("a \"{1}\"", "r"));
        readTvmResult(JsonValue(root.raw()["r"], "r", root.findings()), trial);
        root.read("v", session.version);
        if (!root.findings().fault.empty()) return;
        session.version = session.version.empty() ? "auto_scheduler" : "auto_scheduler " + session.version;
        trial.knobs = knobsOf(steps);
        if (m_nestBytes < MaxNestBytes) trial.nest = nestText(nestOf(steps));
        m_nestBytes += trial.nest.size();
        trial.session = m_log.sessionPlace(session);
        m_log.trials.push_back(std::move(trial));
    }
    TuneLog take() { return std::move(m_log); }

private:
    TuneLog m_log;
    std::size_t m_nestBytes = 0;
};

bool sniff(std::string_view text) {
    return hasLine(text, [](std::string_view line) {
        const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
        return line.starts_with('{') && has("\"i\"") && has("\"r\"") && (has("\"v\": \"v") || has("\"v\":\"v"));
    });
}

Result<LogReading> read(std::string_view text, const std::string& file, const RunContext& run) {
    Reader reader;
    const auto line = [&](std::string_view each, std::size_t number) -> Result<void> {
        if (each.front() == ' ') return {};
        return readPart(each, file, number, [&](const JsonValue& root) { reader.line(root); });
    };
    ASSIGN_OR_RETURN(Diagnostics diagnostics, readLines(text, file, line, run));
    return LogReading{reader.take(), std::move(diagnostics)};
}

} // namespace

extern const LogFormat entry{.name = "auto_scheduler",
                             .title = "TVM auto_scheduler",
                             .suffixes = ".json .log",
                             .sniff = sniff,
                             .read = read,
                             .write = nullptr};

} // namespace edgewright::tune::auto_scheduler_log
