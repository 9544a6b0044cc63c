// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel Tuner's cache (kernel_tuner/schema/cache): {"device_name", "kernel_name", "problem_size",
// "tune_params_keys": [names], "tune_params": {name: values}, "objective", "cache": {"16,1": {knobs, "time": ms
// or a word of failure, "times": [ms], "compile_time", "verification_time", "benchmark_time", "strategy_time",
// "framework_time", "timestamp"}}}. While it is being written it ends in a comma and lacks two braces.
// "time" is the mean of "times". It holds one task on one device, and of each configuration one trial: of
// several the last is written.
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/tune/log_parts.h"
#include "core/tune/trial_json.h"
#include "core/tune/utc_time.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace edgewright::tune::kernel_tuner_cache_log {

namespace {

using Json = nlohmann::ordered_json;

constexpr double Milliseconds = 1e-3;

struct FailureWord {
    std::string_view word;
    TrialState state;
};
constexpr FailureWord FailureWords[] = {{"InvalidConfig", TrialState::NotAllowed},
                                        {"CompilationFailedConfig", TrialState::NotCompiled},
                                        {"RuntimeFailedConfig", TrialState::NotRun}};

struct PricePart {
    const char* key;
    double Price::*part;
};
constexpr PricePart PriceParts[] = {{"compile_time", &Price::compile},
                                    {"verification_time", &Price::check},
                                    {"benchmark_time", &Price::benchmark},
                                    {"strategy_time", &Price::search},
                                    {"framework_time", &Price::framework}};

class Reader {
public:
    explicit Reader(const std::string& file) : m_file(file) { m_log.format = "kernel_tuner_cache"; }

    Result<LogReading> read(std::string_view text, const RunContext& run) {
        ASSIGN_OR_RETURN(const JsonParts root, partsOf(text, m_file));
        RETURN_IF_ERROR(readHead(root));
        const JsonPart* const cache = root.find("cache");
        if (!cache) return badInput(say("{1}: expected \"{2}\"", m_file, "cache"));
        ASSIGN_OR_RETURN(const JsonParts parts, partsOf(cache->value, m_file, cache->line));
        LeftOut leftOut;
        bool wasRead = parts.parts.empty() || !parts.parts.front().isWhole;
        for (const JsonPart& part : parts.parts) {
            if (!part.isWhole) continue;
            if (run.stopped()) return cancelled();
            auto done =
                readPart(part.value, m_file, part.line, [&](const JsonValue& value) { readTrial(value); });
            wasRead = wasRead || done.has_value();
            if (!done) leftOut.damaged(std::move(done).error(), part.line);
        }
        if (!parts.parts.empty() && !parts.parts.back().isWhole)
            leftOut.cut(say("{1}: the last result is cut, and was left out", m_file), parts.parts.back().line);
        else if (!parts.isWhole || !root.isWhole)
            leftOut.cut(say("{1}: the cache is still open; all results in it were read", m_file), parts.end);
        ASSIGN_OR_RETURN(Diagnostics diagnostics, std::move(leftOut).take(wasRead));
        return LogReading{std::move(m_log), std::move(diagnostics)};
    }

private:
    // Hands the whole member of that name to `read`; false: there is none.
    Result<bool> readMember(const JsonParts& root, std::string_view key, const JsonReading& read) const {
        const JsonPart* const part = root.find(key);
        if (!part || !part->isWhole) return false;
        RETURN_IF_ERROR(readPart(part->value, m_file, part->line, read));
        return true;
    }

    Result<void> readHead(const JsonParts& root) {
        LogSession session{"", "", "Kernel Tuner"};
        std::string kernel, size;
        RETURN_IF_ERROR(
            readMember(root, "device_name", [&](const JsonValue& value) { session.machine = textOf(value); }));
        RETURN_IF_ERROR(
            readMember(root, "kernel_name", [&](const JsonValue& value) { kernel = textOf(value); }));
        RETURN_IF_ERROR(readMember(root, "problem_size", [&](const JsonValue& value) {
            if (value.raw() != "" && !value.raw().is_null()) size = " " + lineOf(value.raw());
        }));
        ASSIGN_OR_RETURN(const bool hasKeys, readMember(root, "tune_params_keys", [&](const JsonValue& value) {
                             for (const JsonValue& each : value.items())
                                 m_keys.push_back(textOf(each));
                         }));
        if (!hasKeys) return badInput(say("{1}: expected \"{2}\"", m_file, "tune_params_keys"));
        m_log.sessions.push_back(std::move(session));
        m_task = (kernel.empty() ? stemOf(m_file) : kernel) + size;
        return {};
    }

    void readTrial(const JsonValue& value) {
        if (!value.raw().is_object()) return value.expected(say("a result: an object"));
        const auto at = [&](const std::string& key) {
            return JsonValue(value.raw()[key], key, value.findings());
        };
        Trial trial;
        trial.task = m_task;
        std::set<std::string_view> known{"time", "times", "timestamp"};
        for (const std::string& key : m_keys) {
            if (!value.raw().contains(key))
                return value.expected(say("a value of the knob {1}", inQuotes(key)));
            trial.knobs.push_back({key, knobValueOf(at(key))});
            known.insert(key);
        }
        for (const PricePart& each : PriceParts) {
            trial.price.*each.part = amountOf(value, each.key) * Milliseconds;
            known.insert(each.key);
        }
        if (value.raw().contains("times")) trial.seconds = samplesOf(at("times"), Milliseconds);
        readTime(value, trial);
        std::string timestamp;
        value.read("timestamp", timestamp);
        trial.unixTime = unixTimeOf(timestamp).value_or(0);
        for (const auto& [key, raw] : value.raw().items())
            if (raw.is_number() && !known.contains(key))
                trial.quantities.push_back({key, raw.get<double>(), ""});
        if (!value.findings().fault.empty()) return;
        dropFailedSamples(trial);
        m_log.trials.push_back(std::move(trial));
    }

    static void readTime(const JsonValue& value, Trial& trial) {
        const auto& raw = value.raw();
        const bool isThere = raw.contains("time");
        const JsonValue time(isThere ? raw["time"] : raw, isThere ? "time" : "", value.findings());
        if (isThere && raw["time"].is_string()) {
            const auto word = raw["time"].get<std::string>();
            const auto* const found = std::ranges::find(FailureWords, word, &FailureWord::word);
            if (found == std::end(FailureWords))
                return time.expected(say("a number of milliseconds, {1}, {2} or {3}", FailureWords[0].word,
                                         FailureWords[1].word, FailureWords[2].word));
            trial.state = found->state;
        } else if (trial.seconds.empty()) {
            if (!isThere) return value.expected(say("a result with its \"{1}\"", "time"));
            if (!raw["time"].is_number() || raw["time"].get<double>() < 0)
                return time.expected(say("a time: a number from 0 on"));
            trial.seconds.push_back(raw["time"].get<double>() * Milliseconds);
        }
    }

    const std::string& m_file;
    TuneLog m_log;
    std::vector<std::string> m_keys;
    std::string m_task;
};

// As Python writes a value in the key of a configuration.
std::string keyPart(const KnobValue& value) {
    if (const bool* yes = std::get_if<bool>(&value)) return *yes ? "True" : "False";
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return lineOf(plainJson(value));
}

std::string keyOf(const Trial& trial) {
    std::string key;
    for (const Knob& knob : trial.knobs)
        key += (key.empty() ? "" : ",") + keyPart(knob.value);
    return key;
}

Json resultJson(const Trial& trial) {
    Json json = Json::object();
    for (const Knob& knob : trial.knobs)
        json[knob.name] = Json(plainJson(knob.value));
    if (trial.state == TrialState::Correct) {
        Json times = Json::array();
        for (const double seconds : trial.seconds)
            times.push_back(seconds / Milliseconds);
        const double sum = std::accumulate(trial.seconds.begin(), trial.seconds.end(), 0.0);
        json["time"] = sum / static_cast<double>(trial.seconds.size()) / Milliseconds;
        json["times"] = std::move(times);
    } else {
        const auto* const found = std::ranges::find(FailureWords, trial.state, &FailureWord::state);
        json["time"] = (found == std::end(FailureWords) ? FailureWords[2] : *found).word;
    }
    Price price = trial.price;
    price.benchmark += price.undivided;
    for (const PricePart& each : PriceParts)
        json[each.key] = price.*each.part / Milliseconds;
    for (const Quantity& each : trial.quantities)
        if (!json.contains(each.name)) json[each.name] = each.value;
    const std::string time = utcText(trial.unixTime);
    json["timestamp"] = time.empty() ? "1970-01-01 00:00:00+00:00" : time;
    return json;
}

// "conv [64, 64]" is the kernel "conv" with the problem size [64, 64].
std::pair<std::string, Json> kernelAndSize(const std::string& task) {
    for (std::size_t blank = task.find(' '); blank != std::string::npos; blank = task.find(' ', blank + 1)) {
        const Json size =
            Json::parse(task.begin() + static_cast<std::ptrdiff_t>(blank) + 1, task.end(), nullptr, false);
        const bool isSize = size.is_number_integer() || size.is_string() ||
                            (size.is_array() && std::ranges::all_of(size, [](const Json& each) {
                                 return each.is_number_integer();
                             }));
        if (isSize) return {task.substr(0, blank), size};
    }
    return {task, ""};
}

Result<void> checkAlike(const TuneLog& log) {
    const auto sameNames = [](const Trial& a, const Trial& b) {
        return std::ranges::equal(a.knobs, b.knobs, {}, &Knob::name, &Knob::name);
    };
    for (const Trial& trial : log.trials) {
        const Trial& first = log.trials.front();
        if (trial.task != first.task || log.sessionOf(trial).machine != log.sessionOf(first).machine)
            return badInput(say("a cache of Kernel Tuner holds one task on one machine: {1} and {2} are two",
                                inQuotes(first.task), inQuotes(trial.task)));
        if (!sameNames(trial, first))
            return badInput(
                say("a cache of Kernel Tuner has the same knobs in every trial: {1} differs from {2}",
                    inQuotes(knobsText(trial)), inQuotes(knobsText(first))));
    }
    return {};
}

Result<std::string> write(const TuneLog& log) {
    if (log.trials.empty()) return badInput(say("a cache of Kernel Tuner needs a trial"));
    RETURN_IF_ERROR(checkAlike(log));
    const Trial& first = log.trials.front();
    const auto [kernel, size] = kernelAndSize(first.task);
    Json names = Json::array(), values = Json::object();
    for (const Knob& knob : first.knobs)
        names.push_back(knob.name);
    for (const Trial& trial : log.trials)
        for (const Knob& knob : trial.knobs) {
            Json& known = values[knob.name];
            const Json value(plainJson(knob.value));
            if (std::ranges::find(known, value) == known.end()) known.push_back(value);
        }
    std::vector<std::pair<std::string, const Trial*>> last; // of each configuration, in the order of the first
    std::map<std::string, std::size_t> places;
    for (const Trial& trial : log.trials) {
        const auto [place, isNew] = places.try_emplace(keyOf(trial), last.size());
        if (isNew)
            last.emplace_back(place->first, &trial);
        else
            last[place->second].second = &trial;
    }
    const auto text = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const auto member = [&](const char* key, const Json& value) {
        return text(key) + ": " + text(value) + ",\n";
    };
    std::string all = "{\n" + member("schema_version", "1.0.0") +
                      member("device_name", log.sessionOf(first).machine) + member("kernel_name", kernel) +
                      member("problem_size", size) + member("tune_params_keys", names) +
                      member("tune_params", values) + member("objective", "time") + "\"cache\": {";
    for (std::size_t i = 0; i < last.size(); ++i)
        all += (i == 0 ? "\n" : ",\n") + text(last[i].first) + ": " + text(resultJson(*last[i].second));
    return all + "\n}\n}\n";
}

bool sniff(std::string_view text) {
    const std::string_view head = text.substr(0, std::size_t(1) << 20);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '{' &&
           head.find("\"tune_params_keys\"") != std::string_view::npos;
}

Result<LogReading> read(std::string_view text, const std::string& file, const RunContext& run) {
    return Reader(file).read(text, run);
}

} // namespace

extern const LogFormat entry{.name = "kernel_tuner_cache",
                             .title = "Kernel Tuner cache",
                             .suffixes = ".json",
                             .sniff = sniff,
                             .read = read,
                             .write = write};

} // namespace edgewright::tune::kernel_tuner_cache_log
