// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/measure_report.h"

#include "app/cli/json.h"
#include "app/cli/reports/run_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/device/gpu/placement_text.h"
#include "core/device/record/json_parts.h"
#include "core/device/record/record_table.h"
#include "core/device/roof/operator_export.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cli {

namespace {

// "0.76 × in pairs of runs (0.74 to 0.78), faster": medians of all runs may be further apart, or less.
std::string sentence(const measure::Comparison& comparison) {
    if (std::isinf(comparison.interval.high)) return say("too few samples to say");
    const std::string ratio = say("{1} × in pairs of runs ({2} to {3})", fixed(comparison.ratio, 3),
                                  fixed(comparison.interval.low, 3), fixed(comparison.interval.high, 3));
    switch (comparison.verdict) {
    case measure::Verdict::Faster:
        return say("{1}, faster", ratio);
    case measure::Verdict::Slower:
        return say("{1}, slower", ratio);
    case measure::Verdict::Same:
        return say("{1}, no difference larger than {2} %", ratio, fixed(comparison.bound * 100, 1));
    case measure::Verdict::Undecided:
        break;
    }
    return say("{1}, too noisy to say", ratio);
}

// The rows of variantTable() with what is no number.
Json variantsReport(const std::shared_ptr<const device::Record>& record) {
    Json rows = tableJson(device::variantTable(record));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const device::VariantRecord& each = record->variants[i];
        Json samples = Json::array(), outputs = Json::array();
        for (const measure::Timing& timing : each.blocks)
            samples.push_back(timing.wall * 1e3);
        for (const device::OutputAgreement& output : each.outputs)
            outputs.push_back({{"max_abs", numberJson(output.maxAbs)},
                               {"rel_norm", numberJson(output.relNorm)},
                               {"identical", output.identical},
                               {"agrees", output.agrees}});
        rows[i]["pace"] = device::paceJson(each.pace);
        rows[i]["outputs"] = std::move(outputs);
        rows[i]["samples_ms"] = std::move(samples);
        if (const auto& on = each.calibratedOn)
            rows[i]["calibration"] = {
                {"source", on->source}, {"samples", on->samples}, {"random", on->isRandom}};
    }
    return rows;
}

Json conditionsReport(const measure::Conditions& conditions) {
    return {{"megahertz", numberJson(conditions.megahertz)},
            {"celsius", numberJson(conditions.celsius)},
            {"load", numberJson(conditions.loadAverage)},
            {"throttled", numberJson(conditions.throttled)},
            {"throttlings", numberJson(conditions.throttlings)},
            {"round_trip_ns", numberJson(conditions.roundTrip)}};
}

void printConditions(const Console& console, const device::Record& record) {
    std::string line =
        (record.device.empty() ? "" : record.device + ": ") + record.machine.text() + ", " + record.isa;
    if (record.after.megahertz) line += ", " + fixed(*record.after.megahertz / 1e3, 2) + " GHz";
    if (record.after.celsius) line += ", " + fixed(*record.after.celsius, 0) + " C";
    if (record.before.loadAverage) line = say("{1}, load {2}", line, fixed(*record.before.loadAverage, 2));
    if (!record.machine.governor.empty()) line = say("{1}, governor {2}", line, record.machine.governor);
    console.print(line);
    if (const std::string far = device::farCoresText(record); !far.empty()) console.print(far);
    if (measure::wasThrottled(record.before, record.after).value_or(false))
        console.print(say("warning: its clock was held down, for heat or power: these times are not its best"));
}

void printPace(const Console& console, const device::Record& record) {
    if (record.variants.empty()) return;
    const measure::Pace& pace = record.variants.front().pace;
    if (pace.within > device::NotablePace)
        console.print(say("warning: this machine changed its speed by {1} × while it was measured",
                          fixed(pace.within, 2)));
    if (pace.slowest / pace.fastest > device::NotablePace)
        console.print(
            sayCount(groups(pace.measurements),
                     "this machine was seen at speeds {2} × apart in {1} measurement: the times stand between "
                     "those at these speeds, each 95 % sure",
                     "this machine was seen at speeds {2} × apart in {1} measurements: the times stand "
                     "between those at these speeds, each 95 % sure",
                     fixed(pace.slowest / pace.fastest, 2)));
}

// Of `each` against `first`.
void printComparison(const Console& console, const device::VariantRecord& first,
                     const device::VariantRecord& each) {
    const double copied = device::copiedShare(first, each);
    const std::string text = say("{1} against {2}: {3}", each.variant.title(), first.variant.title(),
                                 sentence(device::compared(first, each)));
    console.print(
        copied > 0 ? say("{1}; copying inputs into the arena takes {2} % of it", text, fixed(copied * 100, 1))
                   : text);
}

// What quantized variants were made from, and which could not be made.
void printQuantized(const Console& console, const device::Record& record) {
    for (const device::VariantRecord& each : record.variants)
        if (const auto& on = each.calibratedOn)
            console.print(
                on->isRandom
                    ? sayCount(
                          groups(on->samples),
                          "{2}: ranges from {1} input made at random: the times hold, the outputs say nothing",
                          "{2}: ranges from {1} inputs made at random: the times hold, the outputs say nothing",
                          each.variant.title())
                    : sayCount(groups(on->samples), "{2}: ranges from {1} input of {3}",
                               "{2}: ranges from {1} inputs of {3}", each.variant.title(), on->title()));
    for (const device::LeftOut& each : record.leftOut)
        console.print(say("{1}: not measured: {2}", each.variant.title(), each.reason));
}

// "outputs identical to this machine's"
std::string agreementText(const device::VariantRecord& record) {
    double furthest = 0;
    bool identical = true, agrees = true;
    for (const device::OutputAgreement& each : record.outputs) {
        furthest = std::max(furthest, each.relNorm);
        identical = identical && each.identical;
        agrees = agrees && each.agrees;
    }
    if (identical) return say("outputs identical to this machine's");
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", furthest);
    return agrees ? say("outputs agree with this machine's, by at most {1} of their norm", text)
                  : say("outputs DIFFER from this machine's, by at most {1} of their norm", text);
}

void printOperators(const Console& console, const device::VariantRecord& record, const device::Roof* roof) {
    const double total = record.operatorSeconds();
    if (total <= 0) return;
    console.print(say("slowest operators of {1}, {2} in all, {3} a run", record.variant.title(),
                      secondsText(total), secondsText(record.profiledSeconds)));
    printSlowest(console, device::operatorRows(record, nullptr, {}), roof, record.variant.threads);
}

} // namespace

void printRecord(const Console& console, const std::shared_ptr<const device::Record>& measured,
                 const device::Roof* roof) {
    if (console.isSilent()) return;
    const device::Record& record = *measured;
    printConditions(console, record);
    if (record.end == measure::End::Cancelled) console.print(say("stopped; what was measured until then:"));
    printTable(console, device::variantTable(measured));
    console.print(translated("Word", device::PeakMemoryMeaning));
    printPace(console, record);
    for (std::size_t i = 1; i < record.variants.size(); ++i)
        printComparison(console, record.variants[0], record.variants[i]);
    for (const device::VariantRecord& each : record.variants)
        if (const auto* other = device::inFloat32(record, each); other && other != &record.variants.front())
            printComparison(console, *other, each);
    if (record.variants.size() > 1) console.print(measure::pairedTerms());
    printQuantized(console, record);
    for (const device::VariantRecord& each : record.variants)
        if (!each.outputs.empty()) console.print(each.variant.title() + ": " + agreementText(each));
    for (const device::VariantRecord& each : record.variants)
        for (const std::string& sentence : device::placementText(each))
            console.print(sentence);
    printOperators(console, record.variants.back(), roof);
}

Json recordReport(const std::shared_ptr<const device::Record>& measured, const device::Roof* roof) {
    const device::Record& record = *measured;
    Json comparisons = Json::array(), leftOut = Json::array();
    for (const device::LeftOut& each : record.leftOut)
        leftOut.push_back({{"name", each.variant.name}, {"reason", each.reason}});
    for (std::size_t a = 0; a < record.variants.size(); ++a)
        for (std::size_t b = a + 1; b < record.variants.size(); ++b) {
            const measure::Comparison comparison = device::compared(record.variants[a], record.variants[b]);
            comparisons.push_back({{"a", record.variants[a].variant.name},
                                   {"b", record.variants[b].variant.name},
                                   {"ratio", comparison.ratio},
                                   {"low", comparison.interval.low},
                                   {"high", numberJson(comparison.interval.high)},
                                   {"bound", numberJson(comparison.bound)},
                                   {"verdict", measure::nameOf(comparison.verdict)}});
        }
    return {{"date", record.date},
            {"device", record.device},
            {"isa", record.isa},
            {"machine",
             {{"name", record.machine.name},
              {"processor", record.machine.processor},
              {"architecture", record.machine.architecture},
              {"threads", record.machine.threads},
              {"governor", record.machine.governor},
              {"memory_bytes", record.machine.memoryBytes}}},
            {"before", conditionsReport(record.before)},
            {"after", conditionsReport(record.after)},
            {"seconds", record.seconds},
            {"stopped", record.end == measure::End::Cancelled},
            {"variants", variantsReport(measured)},
            {"left_out", std::move(leftOut)},
            {"comparisons", std::move(comparisons)},
            {"per_node", tableJson(device::profileTable(measured, {.roof = roof}))}};
}

void printAgainst(const Console& console, const std::string& variant, const device::Against& against) {
    constexpr std::size_t Listed = 10;
    if (console.json) return;
    std::string tool = trace::nameOf(against.tool);
    if (!against.machine.empty()) tool = sayIn("machine", "{1} on {2}", tool, against.machine);
    const std::string matched = fixed(100 * against.matchedShare, 1);
    const std::string of =
        against.isDevice
            ? sayCount(groups(against.runs),
                       ", kernels of a pass (profile of {1} run, {2} % of its time matched)",
                       ", kernels of a pass (profile of {1} runs, {2} % of its time matched)", matched)
            : sayCount(groups(against.runs), " (profile of {1} run, {2} % of its time matched)",
                       " (profile of {1} runs, {2} % of its time matched)", matched);
    if (against.rows.empty()) {
        console.print(say("{1} against {2}: {3} there{4}; stopped here before its operators were timed",
                          variant, tool, secondsText(against.theirsAlone), of));
        return;
    }
    const std::string ratio = against.theirs > 0 ? ", " + fixed(against.ours / against.theirs, 2) + " ×" : "";
    console.print(say("{1} against {2}, parts that both have: {3} here, {4} there{5}{6}", variant, tool,
                      secondsText(against.ours), secondsText(against.theirs), ratio, of));
    console.print(right(say("here"), 12) + right(say("there"), 12) + right(say("ratio"), 8));
    for (std::size_t i = 0; i < std::min(Listed, against.rows.size()); ++i) {
        const device::AgainstRow& row = against.rows[i];
        console.print(right(secondsText(row.ours), 12) + right(secondsText(row.theirs), 12) +
                      right(fixed(row.ours / row.theirs, 2), 8) + "  " + row.name +
                      (row.isShared ? say(" (shared by prediction)") : ""));
    }
    if (against.oursAlone > 0)
        console.print(say("{1}  of operators only here", right(secondsText(against.oursAlone), 12)));
    if (against.theirsAlone > 0)
        console.print(
            say("{1}  of operators only there", right("", 12) + right(secondsText(against.theirsAlone), 12)));
    for (const std::string& note : against.notes)
        console.note(say("note: profile: {1}", note));
    for (const std::string& name : against.unmatched)
        console.note(say("note: no node has this name: {1}", name));
    for (const std::string& name : against.ambiguous)
        console.note(say("note: several nodes have this name: {1}", name));
}

Json againstReport(const device::Against& against) {
    Json rows = Json::array();
    for (const device::AgainstRow& row : against.rows)
        rows.push_back({{"name", row.name},
                        {"nodes", row.nodes.size()},
                        {"ours_us", row.ours * 1e6},
                        {"theirs_us", row.theirs * 1e6},
                        {"shared", row.isShared}});
    return {{"tool", trace::nameOf(against.tool)},
            {"machine", against.machine},
            {"kernels", against.isDevice},
            {"runs", against.runs},
            {"matched_share", against.matchedShare},
            {"ours_ms", against.ours * 1e3},
            {"theirs_ms", against.theirs * 1e3},
            {"ours_alone_ms", against.oursAlone * 1e3},
            {"theirs_alone_ms", against.theirsAlone * 1e3},
            {"unmatched", against.unmatched},
            {"ambiguous", against.ambiguous},
            {"notes", against.notes},
            {"parts", std::move(rows)}};
}

} // namespace edgewright::cli
