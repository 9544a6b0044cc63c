// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/stage_way.h"

#include <algorithm>

namespace edgewright::relay {

namespace {

bool isIn(const std::vector<ValueId>& values, ValueId value) {
    return std::ranges::find(values, value) != values.end();
}

// One chain of stages, from `first` to `last`.
class Chain {
public:
    Chain(const std::vector<StageProgram>& programs, const std::vector<ValueId>& outputs, std::size_t first,
          std::size_t last)
        : m_programs(programs), m_outputs(outputs), m_first(first), m_last(last) {}

    // Values that a frame has on its way to a stage of the chain, behind what the stage itself reads.
    std::vector<ValueId> carriedTo(std::size_t stage) const {
        const std::vector<ValueId>& read = m_programs[stage].inputs;
        std::vector<ValueId> carried;
        const auto carry = [&](ValueId value) {
            if (!isIn(read, value) && !isIn(carried, value) && !isMadeFrom(stage, value))
                carried.push_back(value);
        };
        for (std::size_t later = stage + 1; later <= m_last; ++later)
            std::ranges::for_each(m_programs[later].inputs, carry);
        for (std::size_t before = m_first; before < stage; ++before)
            for (const ValueId value : m_programs[before].outputs)
                if (isForHost(value)) carry(value);
        return carried;
    }
    // What the last stage answers to the host.
    std::vector<ValueId> answered() const {
        std::vector<ValueId> values;
        for (std::size_t stage = m_first; stage <= m_last; ++stage)
            for (const ValueId value : m_programs[stage].outputs)
                if (isForHost(value) && !isIn(values, value)) values.push_back(value);
        return values;
    }

private:
    bool isMadeFrom(std::size_t stage, ValueId value) const {
        for (; stage <= m_last; ++stage)
            if (isIn(m_programs[stage].outputs, value)) return true;
        return false;
    }
    bool isForHost(ValueId value) const {
        for (std::size_t stage = m_last + 1; stage < m_programs.size(); ++stage)
            if (isIn(m_programs[stage].inputs, value)) return true;
        return isIn(m_outputs, value);
    }

    const std::vector<StageProgram>& m_programs;
    const std::vector<ValueId>& m_outputs;
    std::size_t m_first, m_last;
};

} // namespace

std::vector<StageWay> waysOf(const std::vector<StageProgram>& programs, const std::vector<ValueId>& outputs,
                             const std::vector<bool>& isDirect, std::uint32_t credits) {
    std::vector<StageWay> ways(programs.size());
    for (std::size_t first = 0; first < programs.size();) {
        std::size_t last = first;
        while (last + 1 < programs.size() && isDirect[last + 1])
            ++last;
        const Chain chain(programs, outputs, first, last);
        for (std::size_t stage = first; stage <= last; ++stage) {
            StageWay& way = ways[stage];
            way.credits =
                std::min(credits * static_cast<std::uint32_t>(last - first + 1), protocol::MaxCredits);
            way.isFed = stage > first;
            way.passesOn = stage < last;
            if (first < last) way.carried = chain.carriedTo(stage);
            if (first == last) {
                way.sent = programs[stage].outputs;
            } else if (stage == last) {
                way.sent = chain.answered();
            } else {
                way.sent = programs[stage + 1].inputs;
                const std::vector<ValueId> carried = chain.carriedTo(stage + 1);
                way.sent.insert(way.sent.end(), carried.begin(), carried.end());
            }
        }
        first = last + 1;
    }
    return ways;
}

std::vector<std::uint32_t> placesSent(const StageProgram& program, const StageWay& way) {
    std::vector<ValueId> there = program.inputs;
    there.insert(there.end(), way.carried.begin(), way.carried.end());
    there.insert(there.end(), program.outputs.begin(), program.outputs.end());
    std::vector<std::uint32_t> places;
    for (const ValueId value : way.sent)
        places.push_back(static_cast<std::uint32_t>(std::ranges::find(there, value) - there.begin()));
    return places;
}

} // namespace edgewright::relay
