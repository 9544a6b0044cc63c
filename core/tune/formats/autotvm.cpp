// SPDX-License-Identifier: GPL-3.0-or-later
// AutoTVM's log (TVM, python/tvm/autotvm/record.py): a JSON object a line.
//   0.2  {"input": [target, task, arguments, keywords], "config": {"index": ..., "entity": [[knob, kind,
//   value]]},
//         "result": [[seconds...], error, seconds in all, unix time], "version": 0.2, "tvm_version": "0.10.0"}
//   0.1  {"i": [target, task, arguments, keywords, workload, {"i": ..., "e": [[knob, kind, value]]}], "r": ...,
//   "v": 0.1}
// Kinds of knobs: "sp" lengths of a split, of which the outermost may be -1, the rest of the extent; "re" an
// order of loops; "an" an annotation for each loop; "ot" any value.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/tune/log_parts.h"
#include "core/tune/trial_json.h"

namespace edgewright::tune::autotvm_log {

namespace {

KnobValue valueOf(const std::string& kind, const JsonValue& value, const JsonValue& whole) {
    if (kind == "sp") return wholeNumbersOf(value, -1, INT64_MAX);
    if (kind == "re") return Permutation{wholeNumbersOf(value, 0, INT32_MAX)};
    if (kind == "ot") return knobValueOf(value);
    if (kind != "an") {
        whole.expected(say("a knob whose kind is sp, re, an or ot"));
        return {};
    }
    Annotations annotations;
    for (const JsonValue& each : value.items())
        annotations.words.push_back(textOf(each));
    return annotations;
}

void readTask(const JsonValue& input, std::size_t least, LogSession& session, Trial& trial) {
    const auto items = input.items();
    if (items.size() < least) return input.expected(say("a list of target, task, arguments and keywords"));
    session.machine = textOf(items[0]);
    trial.task = textOf(items[1]) + " " + lineOf(items[2].raw());
    if (!items[3].raw().empty()) trial.task += " " + lineOf(items[3].raw());
}

void readKnobs(const std::vector<JsonValue>& entities, Trial& trial) {
    for (const JsonValue& each : entities) {
        const auto items = each.items();
        if (items.size() != 3) return each.expected(say("a knob: its name, its kind and its value"));
        trial.knobs.push_back({textOf(items[0]), valueOf(textOf(items[1]), items[2], each)});
    }
}

JsonValue member(const JsonValue& root, const char* key) {
    if (root.raw().is_object() && root.raw().contains(key)) return {root.raw()[key], key, root.findings()};
    root.expected(say("a \"{1}\"", key));
    return root;
}

void readLine(const JsonValue& root, TuneLog& log) {
    LogSession session;
    Trial trial;
    const bool isOld = root.raw().is_object() && root.raw().contains("i") && !root.raw().contains("input");
    const JsonValue input = member(root, isOld ? "i" : "input"), result = member(root, isOld ? "r" : "result");
    if (!root.findings().fault.empty()) return;
    readTask(input, isOld ? 6 : 4, session, trial);
    if (!root.findings().fault.empty()) return;
    if (isOld) {
        readKnobs(input.items()[5].list("e"), trial);
    } else {
        readKnobs(member(root, "config").list("entity"), trial);
    }
    readTvmResult(result, trial);
    double version = isOld ? 0.1 : 0.2;
    root.read(isOld ? "v" : "version", version, 0, 1000);
    std::string tvm;
    root.read("tvm_version", tvm);
    if (!root.findings().fault.empty()) return;
    session.version = "AutoTVM " + JsonValue::limitText(version) + (tvm.empty() ? "" : ", TVM " + tvm);
    trial.session = log.sessionPlace(session);
    log.trials.push_back(std::move(trial));
}

bool sniff(std::string_view text) {
    return hasLine(text, [](std::string_view line) {
        if (!line.starts_with('{')) return false;
        const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
        return (has("\"input\"") && has("\"config\"")) ||
               (has("\"i\"") && has("\"r\"") && (has("\"v\": 0.") || has("\"v\":0.")));
    });
}

Result<LogReading> read(std::string_view text, const std::string& file, const RunContext& run) {
    LogReading reading;
    reading.log.format = "autotvm";
    const auto line = [&](std::string_view each, std::size_t number) {
        return readPart(each, file, number, [&](const JsonValue& root) { readLine(root, reading.log); });
    };
    ASSIGN_OR_RETURN(reading.diagnostics, readLines(text, file, line, run));
    return reading;
}

} // namespace

extern const LogFormat entry{.name = "autotvm",
                             .title = "TVM AutoTVM",
                             .suffixes = ".log .json",
                             .sniff = sniff,
                             .read = read,
                             .write = nullptr};

} // namespace edgewright::tune::autotvm_log
