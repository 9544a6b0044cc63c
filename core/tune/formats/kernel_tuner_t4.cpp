// SPDX-License-Identifier: GPL-3.0-or-later
// The open results format of autotuners, T4 1.0.0 (kernel_tuner/schema/T4/1.0.0/results-schema.json of Kernel
// Tuner): {"schema_version", "results": [{"timestamp", "configuration": {}, "objectives": [], "times":
// {"runtimes", "compilation_time", "validation", "search_algorithm", "framework"}, "invalidity", "correctness",
// "measurements":
// [{"name", "value", "unit"}]}]}. Kernel Tuner writes "compilation" and "benchmark" into "times", which are
// read as well. Times are milliseconds, as it has them; the schema does not say. It has no place for a task and
// a machine: they are written as measurements, and "metadata" has a list of the sessions.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/tune/log_parts.h"
#include "core/tune/trial_json.h"
#include "core/tune/utc_time.h"

namespace edgewright::tune::kernel_tuner_t4_log {

namespace {

using Json = nlohmann::ordered_json;

constexpr double Milliseconds = 1e-3;
// In the order of TrialState.
const std::vector<std::string_view> Invalidities{"correct", "timeout",     "compile",
                                                 "runtime", "correctness", "constraints"};

double unitOf(std::string_view name) {
    return name == "s" ? 1.0 : name == "us" || name == "µs" ? 1e-6 : name == "ns" ? 1e-9 : Milliseconds;
}

class Reader {
public:
    explicit Reader(const std::string& file) : m_file(file) { m_log.format = "kernel_tuner_t4"; }

    Result<LogReading> read(std::string_view text, const RunContext& run) {
        ASSIGN_OR_RETURN(const JsonParts root, partsOf(text, m_file));
        if (const JsonPart* metadata = root.find("metadata"); metadata && metadata->isWhole)
            readMetadata(*metadata);
        if (m_log.sessions.empty()) m_log.sessions.push_back({"", "", "T4 1.0.0"});
        const JsonPart* const results = root.find("results");
        if (!results) return badInput(say("{1}: expected \"{2}\"", m_file, "results"));
        ASSIGN_OR_RETURN(const JsonParts parts, partsOf(results->value, m_file, results->line));
        LeftOut leftOut;
        bool wasRead = parts.isWhole && parts.parts.empty();
        for (const JsonPart& part : parts.parts) {
            if (!part.isWhole) continue;
            if (run.stopped()) return cancelled();
            auto done =
                readPart(part.value, m_file, part.line, [&](const JsonValue& value) { readResult(value); });
            wasRead = wasRead || done.has_value();
            if (!done) leftOut.damaged(std::move(done).error(), part.line);
        }
        if (!parts.isWhole || !root.isWhole)
            leftOut.cut(say("{1}: the file ends before its results do; all that is whole was read", m_file),
                        parts.end);
        ASSIGN_OR_RETURN(Diagnostics diagnostics, std::move(leftOut).take(wasRead));
        return LogReading{std::move(m_log), std::move(diagnostics)};
    }

private:
    void readMetadata(const JsonPart& part) {
        std::vector<LogSession> sessions;
        const auto done = readPart(part.value, m_file, part.line, [&](const JsonValue& metadata) {
            const auto hardware = metadata.object("hardware");
            if (!hardware) return;
            for (const JsonValue& each : hardware->list("hardware_description")) {
                if (!each.raw().is_object()) return;
                LogSession session;
                each.read("machine", session.machine);
                each.read("isa", session.isa);
                each.read("version", session.version);
                sessions.push_back(std::move(session));
            }
        });
        if (done) m_log.sessions = std::move(sessions); // of another program, it describes what we do not read
    }

    void readResult(const JsonValue& value) {
        Trial trial;
        trial.task = stemOf(m_file);
        const auto configuration = value.object("configuration");
        if (!configuration) return value.expected(say("a result with its \"{1}\"", "configuration"));
        for (const auto& [name, raw] : configuration->raw().items())
            trial.knobs.push_back({name, knobValueOf(JsonValue(raw, placeOfKey(configuration->place(), name),
                                                               value.findings()))});
        const auto invalidity = value.word("invalidity", Invalidities);
        if (!invalidity) return value.expected(say("a result with its \"{1}\"", "invalidity"));
        trial.state = static_cast<TrialState>(*invalidity);
        std::string timestamp;
        value.read("timestamp", timestamp);
        trial.unixTime = unixTimeOf(timestamp).value_or(0);
        if (const auto times = value.object("times")) readTimes(*times, trial);
        for (const JsonValue& each : value.list("measurements"))
            readMeasurement(each, trial);
        if (trial.state == TrialState::Correct && trial.seconds.empty())
            return value.expected(say("a correct result with its \"runtimes\""));
        if (!value.findings().fault.empty()) return;
        dropFailedSamples(trial);
        m_log.trials.push_back(std::move(trial));
    }

    static void readTimes(const JsonValue& times, Trial& trial) {
        const auto part = [&](const char* key) { return amountOf(times, key) * Milliseconds; };
        trial.price = {part("compilation_time") + part("compilation"), part("validation"), part("benchmark"),
                       part("search_algorithm"), part("framework")};
        if (times.raw().contains("runtimes") && !times.raw()["runtimes"].is_null())
            trial.seconds = samplesOf(
                JsonValue(times.raw()["runtimes"], placeOfKey(times.place(), "runtimes"), times.findings()),
                Milliseconds);
    }

    void readMeasurement(const JsonValue& each, Trial& trial) const {
        std::string name, unit;
        each.read("name", name);
        each.read("unit", unit);
        if (!each.raw().is_object() || !each.raw().contains("value")) return;
        const nlohmann::json& value = each.raw()["value"];
        if (name == "task" && value.is_string() && value != "") {
            trial.task = value.get<std::string>();
        } else if (name == "session" && value.is_number_unsigned() &&
                   value.get<std::size_t>() < m_log.sessions.size()) {
            trial.session = value.get<std::size_t>();
        } else if (name == "nest" && value.is_string()) {
            trial.nest = value.get<std::string>();
        } else if (!value.is_number()) {
            return; // an error word, a list: T4 allows them
        } else if (name == "time") {
            if (trial.seconds.empty() && value.get<double>() >= 0)
                trial.seconds.push_back(value.get<double>() * unitOf(unit));
        } else {
            trial.quantities.push_back({name, value.get<double>(), unit});
        }
    }

    const std::string& m_file;
    TuneLog m_log;
};

Json resultJson(const Trial& trial) {
    const auto inMilliseconds = [](double seconds) { return seconds / Milliseconds; };
    Json configuration = Json::object();
    for (const Knob& knob : trial.knobs)
        configuration[knob.name] = Json(plainJson(knob.value));
    Json runtimes = Json::array();
    for (const double seconds : trial.seconds)
        runtimes.push_back(inMilliseconds(seconds));
    Json measurements = Json::array();
    const auto add = [&](const char* name, Json value, const char* unit) {
        measurements.push_back({{"name", name}, {"value", std::move(value)}, {"unit", unit}});
    };
    if (const auto median = medianSeconds(trial)) add("time", inMilliseconds(*median), "ms");
    add("task", trial.task, "");
    if (trial.session != 0) add("session", trial.session, "");
    if (!trial.nest.empty()) add("nest", trial.nest, "");
    for (const Quantity& each : trial.quantities)
        add(each.name.c_str(), each.value, each.unit.c_str());
    const Price& price = trial.price;
    Json result;
    if (const std::string time = utcText(trial.unixTime); !time.empty()) result["timestamp"] = time;
    result["configuration"] = std::move(configuration);
    result["objectives"] = Json::array({"time"});
    result["times"] = {{"compilation_time", inMilliseconds(price.compile)},
                       {"validation", inMilliseconds(price.check)},
                       {"benchmark", inMilliseconds(price.benchmark + price.undivided)},
                       {"search_algorithm", inMilliseconds(price.search)},
                       {"framework", inMilliseconds(price.framework)},
                       {"runtimes", std::move(runtimes)}};
    result["invalidity"] = Invalidities[static_cast<std::size_t>(trial.state)];
    result["correctness"] = trial.state == TrialState::Correct ? 1 : 0;
    result["measurements"] = std::move(measurements);
    return result;
}

Result<std::string> write(const TuneLog& log) {
    Json sessions = Json::array();
    for (const LogSession& each : log.sessions)
        sessions.push_back({{"machine", each.machine}, {"isa", each.isa}, {"version", each.version}});
    const auto text = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    std::string all = "{\"schema_version\":\"1.0.0\",\n\"metadata\":" +
                      text({{"hardware", {{"hardware_description", std::move(sessions)}}}}) +
                      ",\n\"results\":[";
    for (std::size_t i = 0; i < log.trials.size(); ++i)
        all += (i == 0 ? "\n" : ",\n") + text(resultJson(log.trials[i]));
    return all + "\n]}\n";
}

bool sniff(std::string_view text) {
    const std::string_view head = text.substr(0, std::size_t(1) << 20);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return false;
    const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
    return has("\"results\"") && !has("\"tune_params_keys\"") &&
           (has("\"invalidity\"") || has("\"schema_version\""));
}

Result<LogReading> read(std::string_view text, const std::string& file, const RunContext& run) {
    return Reader(file).read(text, run);
}

} // namespace

extern const LogFormat entry{.name = "kernel_tuner_t4",
                             .title = "Kernel Tuner T4",
                             .suffixes = ".json",
                             .sniff = sniff,
                             .read = read,
                             .write = write};

} // namespace edgewright::tune::kernel_tuner_t4_log
