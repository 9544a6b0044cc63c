// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/profile_record.h"

#include "core/base/say.h"
#include "core/device/operator_times.h"
#include "core/ops/work.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace edgewright::device {

namespace {

std::string extentsText(const ir::Dims& shape) {
    std::string text;
    for (const std::int64_t extent : shape)
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text;
}

// What the kernels of one set of nodes took, by pass.
struct PartTimes {
    std::map<std::uint32_t, double> seconds; // of the passes that have it
    std::optional<double> start;             // in the first of them, since that began
};

struct PassSpan {
    double start = 0, end = 0;
    bool isThere = false;
};

class KernelSums {
public:
    KernelSums(const trace::Trace& profile, const trace::Matches& matches) : m_passes(matches.passes) {
        for (const std::uint32_t i : matches.timed) {
            const trace::Span& span = profile.spans[i];
            const trace::Match& match = matches.spans[i];
            if (match.nodes.empty()) {
                m_unmatched += span.seconds;
            } else if (match.pass < m_passes.size()) {
                PassSpan& pass = m_passes[match.pass];
                pass.start = pass.isThere ? std::min(pass.start, span.start) : span.start;
                pass.end = std::max(pass.end, span.start + span.seconds);
                pass.isThere = true;
            }
        }
        for (const std::uint32_t i : matches.timed)
            add(profile.spans[i], matches.spans[i]);
    }

    const std::map<std::vector<NodeId>, PartTimes>& parts() const { return m_parts; }
    double unmatchedOfPass() const { return m_unmatched / static_cast<double>(m_passes.size()); }
    std::vector<double> passes() const {
        std::vector<double> seconds;
        for (const PassSpan& pass : m_passes)
            if (pass.isThere) seconds.push_back(pass.end - pass.start);
        return seconds;
    }

private:
    void add(const trace::Span& span, const trace::Match& match) {
        if (match.nodes.empty() || match.pass >= m_passes.size()) return;
        std::vector<NodeId> nodes = match.nodes;
        std::ranges::sort(nodes);
        PartTimes& part = m_parts[nodes];
        part.seconds[match.pass] += span.seconds;
        if (!part.start) part.start = span.start - m_passes[match.pass].start;
    }

    std::vector<PassSpan> m_passes;
    std::map<std::vector<NodeId>, PartTimes> m_parts;
    double m_unmatched = 0; // seconds of all passes
};

OperatorTime timeOf(const ir::Graph& original, const std::vector<NodeId>& nodes, const PartTimes& part,
                    bool isOfSameInput) {
    OperatorTime time;
    time.node = nodes.front();
    for (const NodeId id : nodes) {
        const ir::Node& node = original.node(id);
        time.name += (time.name.empty() ? "" : " + ") + node.label();
        if (time.op.empty()) time.op = node.op;
        if (!isOfSameInput) continue;
        const auto add = [](std::int64_t& sum, std::int64_t count) {
            constexpr std::int64_t MaxCounted = std::int64_t(1) << 60; // beyond it none is exact
            sum = std::min(sum + std::clamp<std::int64_t>(count, 0, MaxCounted), MaxCounted);
        };
        add(time.macs, ops::macsOf(original, node));
        add(time.bytes, ops::bytesOf(original, node));
    }
    std::vector<double> seconds;
    for (const auto& [pass, sum] : part.seconds)
        seconds.push_back(sum);
    time.seconds = measure::summaryOf(seconds).median;
    time.start = std::max(part.start.value_or(0), 0.0);
    time.origins = nodes;
    time.arithmetic = arithmeticOf(original, original.node(nodes.front()));
    return time;
}

} // namespace

std::string otherInputText(const trace::Trace& profile, const ir::Graph& original) {
    const std::optional<ir::Dims> here =
        original.inputs.empty() ? std::nullopt : original.value(original.inputs.front()).type.dims();
    const bool isOther =
        here && !here->empty() && here->size() == profile.firstShape.size() && *here != profile.firstShape;
    return isOther ? say("its input is {1}, that of this model {2}", extentsText(profile.firstShape),
                         extentsText(*here))
                   : std::string();
}

std::string unmatchedText(const trace::Matches& matches) {
    if (matches.matched == matches.operators) return {};
    return say("{1} of the {2} that kernels take, {3}, belong to no node of the model",
               table::secondsText(std::max(matches.seconds - matches.matchedSeconds, 0.0)),
               table::secondsText(matches.seconds), table::percentText(std::max(1 - matches.share(), 0.0)));
}

Result<Record> profileRecord(const trace::Trace& profile, const trace::Matches& matches,
                             const ir::Graph& original, std::string date) {
    constexpr std::size_t MaxPasses = 100'000;
    if (!profile.hasKernels() || matches.matched == 0 || matches.passes == 0 || matches.passes > MaxPasses)
        return badInput(say("no kernel of the profile ({1}) was started for a node of this model",
                            trace::nameOf(profile.tool)));
    Record record;
    record.date = std::move(date);
    record.device = profile.machine.empty() ? "GPU" : profile.machine;
    record.machine.name = record.machine.processor = record.device;
    VariantRecord& variant = record.variants.emplace_back();
    variant.variant.name = variant.variant.backend = record.profiledBy = trace::nameOf(profile.tool);
    const KernelSums sums(profile, matches);
    const bool isOfSameInput = otherInputText(profile, original).empty();
    std::map<NodeId, std::size_t> place; // in the graph
    for (const NodeId id : original.order())
        place.emplace(id, place.size());
    std::vector<std::pair<std::size_t, OperatorTime>> operators;
    for (const auto& [nodes, part] : sums.parts())
        operators.emplace_back(place[nodes.front()], timeOf(original, nodes, part, isOfSameInput));
    std::ranges::stable_sort(operators, {}, &std::pair<std::size_t, OperatorTime>::first);
    for (auto& [at, time] : operators)
        variant.operators.push_back(std::move(time));
    if (const double left = sums.unmatchedOfPass(); left > 0) {
        OperatorTime& rest = variant.operators.emplace_back();
        rest.name = say("kernels of no node");
        rest.seconds = left;
    }
    for (const double seconds : sums.passes()) {
        variant.blocks.push_back({seconds, 0});
        record.seconds += seconds;
    }
    variant.profiledSeconds = variant.summary().median;
    variant.operatorCalls = static_cast<std::int64_t>(matches.operators / matches.passes);
    return record;
}

} // namespace edgewright::device
