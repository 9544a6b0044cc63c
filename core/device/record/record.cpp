// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/record.h"

#include "core/base/say.h"
#include "core/device/record/gpu_backends.h"
#include "core/kernels/line_round_trip.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::device {

namespace {

constexpr double BusyLoad = 0.5; // processes that compute, beside half of the threads

std::string threadsSuffix(int threads) { return ", " + std::to_string(threads) + " threads"; }

} // namespace

std::span<const Variant> standardVariants() {
    static const std::array<Variant, 5> variants{{{{}, "baseline"},
                                                  {{}, "fusion", true},
                                                  {{}, "reuse", false, true},
                                                  {{}, "both", true, true},
                                                  {{}, "int8", true, true, true}}};
    return variants;
}

Variant halvesVariant() { return {{.backend = std::string(GpuHalvesBackend)}, "fp16", true, true}; }

Result<Variant> variantNamed(std::string_view name) {
    if (const Variant halves = halvesVariant(); name == halves.name) return halves;
    const auto found = std::ranges::find(standardVariants(), name, &Variant::name);
    if (found != standardVariants().end()) return *found;
    std::string known;
    for (const Variant& each : standardVariants())
        known += each.name + ", ";
    known += halvesVariant().name;
    return badInput(say("no variant is called '{1}'; there are: {2}", name, known));
}

Variant onThreads(Variant variant, int threads) {
    variant.threads = threads;
    if (threads > 1) variant.name += threadsSuffix(threads);
    return variant;
}

std::string Variant::title() const {
    const std::string suffix = threadsSuffix(threads);
    if (threads == 1 || !name.ends_with(suffix)) return name;
    return sayCount(threads, "{2}, {1} thread", "{2}, {1} threads",
                    name.substr(0, name.size() - suffix.size()));
}

std::string CalibratedOn::title() const {
    constexpr std::string_view Beside = " beside the model"; // as dataset::DataSource::title() ends
    if (!source.ends_with(Beside)) return source;
    return say("{1} beside the model", source.substr(0, source.size() - Beside.size()));
}

std::vector<double> VariantRecord::wall() const {
    std::vector<double> seconds;
    seconds.reserve(blocks.size());
    for (const measure::Timing& timing : blocks)
        seconds.push_back(timing.wall);
    return seconds;
}

measure::Summary VariantRecord::summary() const {
    measure::Summary summary = measure::summaryOf(wall());
    if (!summary.interval || pace.measurements == 0) return summary;
    summary.interval->low *= pace.fastest * (1 - PlacementSpread);
    summary.interval->high *= pace.slowest * (1 + PlacementSpread);
    return summary;
}

bool VariantRecord::isNoisy(double uncertainty) const {
    return measure::summaryOf(wall()).uncertainty() > uncertainty;
}

double VariantRecord::operatorSeconds() const {
    double sum = 0;
    for (const OperatorTime& each : operators)
        sum += each.seconds;
    return sum;
}

bool VariantRecord::isOnCodes() const {
    return std::ranges::any_of(operators,
                               [](const OperatorTime& each) { return each.arithmetic == Arithmetic::Int8; });
}

bool othersComputed(const Record& record) {
    return record.before.loadAverage.value_or(0) > BusyLoad + record.machine.threads / 2.0;
}

std::string farCoresText(const Record& record) {
    const bool areSeveral = std::ranges::any_of(
        record.variants, [](const VariantRecord& each) { return each.variant.threads > 1; });
    const double time = record.after.roundTrip.value_or(0);
    if (!areSeveral || !kernels::isFarRoundTrip(time)) return {};
    return say(
        "The cores share no cache: a line of it takes {1} ns from one to another and back. Several threads "
        "gain less on them than on cores that share one.",
        table::fixed(time, 0));
}

std::string loadText(const Record& record) {
    std::string text;
    const auto add = [&](const std::string& more) {
        text = text.empty() ? more : sayIn("list", "{1}, {2}", text, more);
    };
    if (othersComputed(record))
        add(say("other programs computed (load {1})", table::fixed(*record.before.loadAverage, 1)));
    double within = 1, disturbed = 0;
    for (const VariantRecord& each : record.variants) {
        within = std::max(within, each.pace.within);
        disturbed = std::max(disturbed, each.disturbed);
    }
    if (within > NotablePace) add(say("the machine changed its speed by {1} ×", table::fixed(within, 2)));
    if (disturbed > MostlyDisturbed)
        add(say("the processor was taken away from {1} % of the runs", table::fixed(disturbed * 100, 0)));
    return text;
}

std::string loadTextAgain(std::string_view english) {
    const auto numberIn = [](std::string_view clause, std::string_view before, std::string_view after) {
        const bool fits = clause.size() > before.size() + after.size() && clause.starts_with(before) &&
                          clause.ends_with(after);
        return fits ? clause.substr(before.size(), clause.size() - before.size() - after.size())
                    : std::string_view();
    };
    std::string text;
    for (std::size_t at = 0; at < english.size();) {
        const std::string_view clause = english.substr(at, english.find(", ", at) - at);
        at += clause.size() + 2;
        std::string more(clause);
        if (const auto load = numberIn(clause, "other programs computed (load ", ")"); !load.empty())
            more = say("other programs computed (load {1})", load);
        else if (const auto within = numberIn(clause, "the machine changed its speed by ", " ×");
                 !within.empty())
            more = say("the machine changed its speed by {1} ×", within);
        else if (const auto share = numberIn(clause, "the processor was taken away from ", " % of the runs");
                 !share.empty())
            more = say("the processor was taken away from {1} % of the runs", share);
        text = text.empty() ? more : sayIn("list", "{1}, {2}", text, more);
    }
    return text;
}

const VariantRecord* inFloat32(const Record& record, const VariantRecord& quantized) {
    if (!quantized.variant.quantized) return nullptr;
    Variant wanted = quantized.variant;
    wanted.quantized = false;
    const auto found = std::ranges::find_if(record.variants, [&](const VariantRecord& each) {
        wanted.name = each.variant.name;
        return each.variant == wanted;
    });
    return found == record.variants.end() ? nullptr : &*found;
}

measure::Comparison compared(const VariantRecord& first, const VariantRecord& second) {
    return measure::compare(first.wall(), second.wall());
}

double copiedShare(const VariantRecord& first, const VariantRecord& second) {
    const double median = second.summary().median;
    if (first.variant.reuse || !second.variant.reuse || median <= 0 ||
        compared(first, second).verdict != measure::Verdict::Slower)
        return 0;
    return std::min(second.inputCopySeconds / median, 1.0);
}

} // namespace edgewright::device
