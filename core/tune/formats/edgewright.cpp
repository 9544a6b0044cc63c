// SPDX-License-Identifier: GPL-3.0-or-later
// Our own log, which log_writer.h adds to: core/tune/own_lines.h.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/tune/log_parts.h"
#include "core/tune/own_lines.h"
#include "core/tune/trial_json.h"

#include <map>

namespace edgewright::tune::edgewright_log {

namespace {

KnobValue ownValueOf(const JsonValue& value) {
    if (!value.raw().is_object()) return knobValueOf(value);
    if (value.raw().contains("order")) {
        const JsonValue order(value.raw()["order"], placeOfKey(value.place(), "order"), value.findings());
        return Permutation{wholeNumbersOf(order, INT64_MIN, INT64_MAX)};
    }
    if (!value.raw().contains("annotations")) {
        value.expected(say("an \"order\" or \"annotations\""));
        return {};
    }
    Annotations annotations;
    for (const JsonValue& each : value.list("annotations"))
        annotations.words.push_back(textOf(each));
    return annotations;
}

class Reader {
public:
    explicit Reader(const std::string& file) : m_file(file) { m_log.format = "edgewright"; }

    Result<void> line(std::string_view text, std::size_t number) {
        return readPart(text, m_file, number, [&](const JsonValue& root) {
            if (root.raw().is_object() && root.raw().contains("edgewright_tuning_log"))
                session(root);
            else
                trial(root);
        });
    }
    TuneLog take() { return std::move(m_log); }

private:
    void session(const JsonValue& root) {
        std::int64_t format = 0;
        root.read("edgewright_tuning_log", format, 1, 1);
        LogSession session;
        std::string id;
        root.read("session", id);
        root.read("machine", session.machine);
        root.read("isa", session.isa);
        root.read("version", session.version);
        if (!root.findings().fault.empty()) return;
        m_last = m_places[id] = m_log.sessionPlace(session);
    }

    void trial(const JsonValue& root) {
        std::string id;
        Trial trial;
        root.read("trial", id);
        root.read("task", trial.task);
        if (trial.task.empty()) return root.expected(say("a trial with its \"task\""));
        std::string state;
        root.read("state", state);
        const auto known = trialStateOf(state);
        if (!known)
            return JsonValue(root.raw(), "state", root.findings())
                .expectedOneOf("correct, timeout, compile, runtime, wrong, constraints");
        trial.state = *known;
        for (const JsonValue& each : root.list("knobs")) {
            const auto pair = each.items();
            if (pair.size() != 2) return each.expected(say("a knob: its name and its value"));
            trial.knobs.push_back({textOf(pair[0]), ownValueOf(pair[1])});
        }
        if (root.raw().contains("seconds")) {
            const JsonValue seconds(root.raw()["seconds"], "seconds", root.findings());
            trial.seconds = samplesOf(seconds, 1);
            if (known == TrialState::Correct && trial.seconds.empty())
                seconds.expected(say("one sample or more"));
        } else if (known == TrialState::Correct) {
            return root.expected(say("a correct trial with its \"seconds\""));
        }
        if (const auto price = root.object("price"))
            trial.price = {amountOf(*price, "compile"),   amountOf(*price, "check"),
                           amountOf(*price, "benchmark"), amountOf(*price, "search"),
                           amountOf(*price, "framework"), amountOf(*price, "undivided")};
        trial.unixTime = amountOf(root, "time");
        for (const JsonValue& each : root.list("quantities")) {
            const auto items = each.items();
            if (items.size() != 3 || !items[1].raw().is_number())
                return each.expected(say("a quantity: its name, its value and its unit"));
            trial.quantities.push_back({textOf(items[0]), items[1].raw().get<double>(), textOf(items[2])});
        }
        root.read("nest", trial.nest);
        if (!root.findings().fault.empty()) return;
        trial.session = placeOf(id);
        dropFailedSamples(trial);
        m_log.trials.push_back(std::move(trial));
    }

    // A line without the name of a session belongs to the one above it; one whose session was lost to none.
    std::size_t placeOf(const std::string& id) {
        if (id.empty() && m_last) return *m_last;
        const auto known = m_places.find(id);
        return known != m_places.end() ? known->second : m_log.sessionPlace({});
    }

    const std::string& m_file;
    TuneLog m_log;
    std::map<std::string, std::size_t> m_places; // of sessions, by their names
    std::optional<std::size_t> m_last;
};

bool sniff(std::string_view text) {
    return hasLine(text, [](std::string_view line) {
        return line.starts_with(OwnLogBeginning) || line.starts_with("{\"trial\":");
    });
}

Result<LogReading> read(std::string_view text, const std::string& file, const RunContext& run) {
    Reader reader(file);
    const auto line = [&](std::string_view each, std::size_t number) { return reader.line(each, number); };
    ASSIGN_OR_RETURN(Diagnostics diagnostics, readLines(text, file, line, run));
    return LogReading{reader.take(), std::move(diagnostics)};
}

Result<std::string> write(const TuneLog& log) {
    std::string text;
    for (const LogSession& session : log.sessions)
        text += sessionLine(session) + '\n';
    for (const Trial& trial : log.trials) {
        RETURN_IF_ERROR(checkTrial(trial));
        text += trialLine(trial, log.sessionOf(trial)) + '\n';
    }
    return text;
}

} // namespace

extern const LogFormat entry{.name = "edgewright",
                             .title = "Edgewright",
                             .suffixes = ".jsonl",
                             .sniff = sniff,
                             .read = read,
                             .write = write};

} // namespace edgewright::tune::edgewright_log
