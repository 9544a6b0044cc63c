// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/model_change.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::pipeline {

NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, std::size_t first, std::size_t end,
                                const RunContext& run) {
    return [&samples, run, next = first,
            end = std::min(end, samples.count())]() mutable -> Result<std::optional<LabelledFeeds>> {
        if (next >= end) return std::optional<LabelledFeeds>();
        LabelledFeeds sample;
        sample.name = samples.name(next);
        sample.label = samples.label(next);
        ASSIGN_OR_RETURN(sample.feeds, samples.feeds(next++, {run.stop, nullptr}));
        return std::optional(std::move(sample));
    };
}

NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, const RunContext& run) {
    return labelledFeeds(samples, 0, samples.count(), run);
}

namespace {

std::optional<CountedShare> shareOf(std::size_t count, std::size_t all) {
    return all == 0 ? std::nullopt : std::optional(CountedShare{count, all});
}

std::optional<double> plainShare(const std::optional<CountedShare>& share) {
    return share ? std::optional(share->share()) : std::nullopt;
}

} // namespace

void TopCounts::add(const TopCounts& other) {
    samples += other.samples;
    agreed += other.agreed;
    unclassed += other.unclassed;
    labelled += other.labelled;
    fp32Right += other.fp32Right;
    int8Right += other.int8Right;
}

void TopCounts::add(const std::optional<std::int64_t>& label, std::int64_t fp32Top, std::int64_t int8Top) {
    ++samples;
    agreed += fp32Top == int8Top && fp32Top >= 0;
    unclassed += fp32Top < 0;
    if (!label) return;
    ++labelled;
    fp32Right += fp32Top == *label;
    int8Right += int8Top == *label;
}

std::optional<CountedShare> TopCounts::rightFp32() const { return shareOf(fp32Right, labelled); }
std::optional<CountedShare> TopCounts::rightInt8() const { return shareOf(int8Right, labelled); }
std::optional<CountedShare> TopCounts::agreeing() const {
    return unclassed > 0 ? std::nullopt : shareOf(agreed, samples);
}
std::optional<double> TopCounts::accuracyFp32() const { return plainShare(rightFp32()); }
std::optional<double> TopCounts::accuracyInt8() const { return plainShare(rightInt8()); }
std::optional<double> TopCounts::agreement() const {
    return unclassed > 0 ? std::nullopt : std::optional(plainShare(agreeing()).value_or(1));
}

std::string CountedShare::text() const {
    return sayCount(all, "{2} % ({3}, {1} sample)", "{2} % ({3}, {1} samples)", table::fixed(share() * 100, 1),
                    ends());
}

std::string CountedShare::ends() const {
    const measure::Interval both = interval();
    return table::fixed(both.low * 100, 0) + "–" + table::fixed(both.high * 100, 0) + " %";
}

table::Cell lowOf(const std::optional<CountedShare>& share) {
    return share ? table::Cell(share->interval().low) : table::Cell();
}
table::Cell highOf(const std::optional<CountedShare>& share) {
    return share ? table::Cell(share->interval().high) : table::Cell();
}
table::Cell endsOf(const std::optional<CountedShare>& share) {
    return share ? table::Cell(share->ends()) : table::Cell();
}

TopCounts countTops(std::span<const Int8Sample> samples) {
    TopCounts counts;
    for (const Int8Sample& sample : samples)
        counts.add(sample.label, sample.fp32Top, sample.int8Top);
    return counts;
}

std::string partText(const Int8Output& output, const Int8Part& part) {
    const std::size_t first = part.place.begin, last = part.place.end - 1;
    if (output.axis == 1)
        return first == last ? say("{1} (channel {2})", output.name, first)
                             : say("{1} (channels {2} to {3})", output.name, first, last);
    return first == last ? say("{1} (position {2})", output.name, first)
                         : say("{1} (positions {2} to {3})", output.name, first, last);
}

WeakestOutput weakestOf(std::span<const Int8Output> outputs) {
    WeakestOutput found;
    if (outputs.empty()) return found;
    const Int8Output& front = outputs.front();
    const bool isOne = outputs.size() == 1 && front.parts.empty();
    found = {isOne ? std::string() : front.name, front.sqnrDb, front.spread, outputs.size()};
    bool isFirst = !front.hasSignal;
    const auto see = [&](const std::string& name, const auto& each, bool isPart) {
        if (!each.hasSignal || !(isFirst || each.sqnrDb < found.sqnrDb)) return;
        found = {isOne ? std::string() : name, each.sqnrDb, each.spread, outputs.size(), isPart};
        isFirst = false;
    };
    for (const Int8Output& output : outputs) {
        see(output.name, output, false);
        for (const Int8Part& part : output.parts)
            see(partText(output, part), part, true);
    }
    return found;
}

std::string WeakestOutput::place() const {
    if (name.empty()) return say("the output");
    return isPart || outputs == 1 ? name : say("{1} (the worst of {2} outputs)", name, outputs);
}

std::string WeakestOutput::behind() const { return name.empty() ? name : say(" at {1}", name); }

std::string weakestName(std::span<const Int8Output> outputs) {
    std::string name = weakestOf(outputs).name;
    return name.empty() && !outputs.empty() ? outputs.front().name : name;
}

double ModelChange::othersSqnrDb() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Int8Output& output : outputs) {
        if (output.hasSignal && &output != &outputs.front()) least = std::min(least, output.sqnrDb);
        for (const Int8Part& part : output.parts)
            if (part.hasSignal) least = std::min(least, part.sqnrDb);
    }
    return least;
}

const SampleChange* ModelChange::worstSample() const {
    const auto worst = std::ranges::min_element(samples, {}, &SampleChange::sqnrDb);
    return worst == samples.end() || worst->sqnrDb == std::numeric_limits<double>::infinity() ? nullptr
                                                                                              : &*worst;
}

std::string ModelChange::worstSampleText() const {
    const SampleChange* worst = worstSample();
    if (!worst || samples.size() < 2) return {};
    return say("{1} at {2} in sample {3}", decibelText(worst->sqnrDb, 2),
               outputs.size() > 1 ? worst->output : say("the output"), worst->name);
}

ChangeSums::ChangeSums(const ir::Graph& first, std::size_t outputs) : m_sums(outputs) {
    for (std::size_t i = 0; i < outputs; ++i) {
        m_names.push_back(first.value(first.outputs[i]).name);
        m_parts.emplace_back(partsOf(first, first.outputs[i]));
    }
}

void ChangeSums::add(const std::optional<std::int64_t>& label, std::span<const ir::Tensor> first,
                     std::span<const ir::Tensor> second, const std::string& name) {
    SampleChange sample{std::numeric_limits<double>::infinity()};
    sample.name = name.empty() ? std::to_string(m_samples.size()) : name;
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const double whole = m_sums[i].add(second[i], first[i]), parts = m_parts[i].add(second[i], first[i]);
        sample.othersSqnrDb = std::min({sample.othersSqnrDb, parts, i > 0 ? whole : parts});
        if (const double least = std::min(whole, parts); least < sample.sqnrDb) {
            sample.sqnrDb = least;
            sample.output = m_names[i];
        }
    }
    const std::size_t right = m_tops.int8Right, agreed = m_tops.agreed;
    m_tops.add(label, topOf(first, label.has_value()), topOf(second, label.has_value()));
    sample.isRight = m_tops.int8Right > right;
    sample.isAgreed = m_tops.agreed > agreed;
    m_samples.push_back(sample);
}

ModelChange ChangeSums::change() const {
    ModelChange change;
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        const OutputParts& parts = m_parts[i].parts();
        Int8Output output{
            m_names[i], m_sums[i].sqnrDb(), m_sums[i].maxAbsError(), m_sums[i].hasSignal(), parts.axis,
            {},         m_sums[i].spread()};
        for (std::size_t part = 0; part < parts.parts.size(); ++part) {
            const ErrorSums& sums = m_parts[i].at(part);
            output.parts.push_back(
                {parts.parts[part], sums.sqnrDb(), sums.maxAbsError(), sums.hasSignal(), sums.spread()});
        }
        change.outputs.push_back(std::move(output));
    }
    change.tops = m_tops;
    change.samples = m_samples;
    return change;
}

Result<ModelChange> modelChange(const ir::Graph& first, const ir::Opsets& firstOpsets, const ir::Graph& second,
                                const ir::Opsets& secondOpsets, const NextLabelledFeeds& samples,
                                const RunContext& run) {
    exec::Program before(first, firstOpsets), after(second, secondOpsets);
    exec::RunOptions options;
    ChangeSums sums(first, std::min(first.outputs.size(), second.outputs.size()));
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) break;
        ASSIGN_OR_RETURN(const auto wanted, before.run(sample->feeds, options, {run.stop, nullptr}));
        ASSIGN_OR_RETURN(const auto got, after.run(sample->feeds, options, {run.stop, nullptr}));
        sums.add(sample->label, wanted.outputs, got.outputs, sample->name);
    }
    if (sums.samples() == 0) return badInput(say("there are no inputs to compare on"));
    return sums.change();
}

} // namespace edgewright::pipeline
