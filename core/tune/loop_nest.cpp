// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that steps make (core/tune/steps.h).
#include "core/base/checked.h"
#include "core/tune/steps.h"

#include <algorithm>

namespace edgewright::tune {

namespace {

constexpr std::size_t MaxStages = 256, MaxLoops = 256, MaxNameBytes = 160, MaxLines = 1024;

struct NestLoop {
    std::size_t id = 0; // 0: none
    std::string name;
    std::int64_t extent = 0; // 0: not known
    bool isRest = false;     // its extent is what a split leaves
    bool isAtMost = false;   // its stage was put into another one since
    std::string annotation = "for", pragma = {};
};

struct NestStage {
    std::vector<NestLoop> loops = {};
    std::size_t axes = 0;   // that are known so far
    std::size_t within = 0; // the loop that it is computed in; 0: at the root
    std::string scope = {}; // of a cache: "shared"
    bool isInlined = false;
    bool isLost = false; // steps do not fit each other
};

class NestBuilder {
public:
    explicit NestBuilder(const std::vector<Step>& steps) : m_steps(steps) {}

    std::vector<NestLine> build() {
        for (const Step& step : m_steps) {
            if (step.stage >= MaxStages || m_stages.size() > MaxStages) return {};
            while (m_stages.size() <= step.stage)
                m_stages.emplace_back();
            apply(step);
        }
        for (std::size_t i = 0; i < m_stages.size(); ++i)
            if (m_stages[i].within == 0 && !m_stages[i].isInlined && !m_stages[i].loops.empty()) print(i, 0);
        return std::move(m_lines);
    }

private:
    // The loop, which is an axis of its own where no step has named it so far; null where it cannot be.
    NestLoop* loopAt(NestStage& stage, std::int64_t place) {
        if (stage.isLost || place < 0 || place >= std::int64_t(MaxLoops)) {
            stage.isLost = true;
            return nullptr;
        }
        while (stage.loops.size() <= static_cast<std::size_t>(place))
            stage.loops.push_back({.id = ++m_lastId, .name = "i" + std::to_string(stage.axes++)});
        return &stage.loops[static_cast<std::size_t>(place)];
    }

    void apply(const Step& step) {
        NestStage& stage = m_stages[step.stage];
        switch (step.kind) {
        case StepKind::Annotate:
            annotate(stage, step);
            break;
        case StepKind::Pragma:
            if (NestLoop* const loop = loopAt(stage, step.numbers[0])) loop->pragma = step.text;
            break;
        case StepKind::Fuse:
            fuse(stage, step.list);
            break;
        case StepKind::Reorder:
            reorder(stage, step.list);
            break;
        case StepKind::Split:
            split(stage, step.numbers[0], step.numbers[1], step.list, step.numbers[2] != 0);
            break;
        case StepKind::FollowSplit:
            followSplit(stage, step);
            break;
        case StepKind::FollowFusedSplit:
            followFusedSplit(stage, step);
            break;
        case StepKind::ComputeAt:
            computeAt(step);
            break;
        case StepKind::Inline:
            stage.isInlined = true;
            break;
        case StepKind::ComputeRoot:
            stage.within = 0;
            break;
        case StepKind::CacheRead:
            addStage(step.stage + 1, step.text);
            break;
        case StepKind::CacheWrite:
        case StepKind::Rfactor:
            stage = {.within = stage.within};
            addStage(step.stage, step.text);
            break;
        case StepKind::Align:
            break; // of memory, not of loops
        }
    }

    void addStage(std::size_t place, const std::string& scope) {
        m_stages.insert(m_stages.begin() + static_cast<std::ptrdiff_t>(place), NestStage{.scope = scope});
    }

    void annotate(NestStage& stage, const Step& step) {
        if (NestLoop* const loop = loopAt(stage, step.numbers[0]))
            loop->annotation = annotationOf(step.numbers[1]);
    }

    static std::string shortened(std::string name) {
        if (name.size() > MaxNameBytes) name = name.substr(0, MaxNameBytes) + "...";
        return name;
    }

    // Stages that are computed in one of these loops are then computed in `to`.
    void moveInto(std::size_t from, std::size_t to) {
        for (NestStage& each : m_stages)
            if (each.within == from && from != 0) each.within = to;
    }

    void fuse(NestStage& stage, const std::vector<std::int64_t>& places) {
        if (places.empty() || !loopAt(stage, *std::ranges::max_element(places))) return;
        NestLoop fused{.id = ++m_lastId, .name = "", .extent = 1};
        for (std::size_t i = 0; i < places.size(); ++i) {
            const NestLoop* const loop =
                places[i] == places[0] + std::int64_t(i) ? loopAt(stage, places[i]) : nullptr;
            if (!loop) {
                stage.isLost = true;
                return;
            }
            fused.name += loop->name + "@";
            fused.extent = loop->extent == 0 ? 0 : checkedMul(fused.extent, loop->extent).value_or(0);
            fused.isRest = fused.isRest || loop->isRest;
            fused.isAtMost = fused.isAtMost || loop->isAtMost;
            if (fused.pragma.empty()) fused.pragma = loop->pragma;
            moveInto(loop->id, fused.id);
        }
        fused.name = shortened(std::move(fused.name));
        const auto first = stage.loops.begin() + places[0];
        *first = std::move(fused);
        stage.loops.erase(first + 1, first + std::ssize(places));
    }

    void reorder(NestStage& stage, const std::vector<std::int64_t>& order) {
        if (order.empty() || !loopAt(stage, std::ssize(order) - 1)) return;
        std::vector<NestLoop> loops;
        std::vector<bool> isTaken(order.size());
        for (const std::int64_t place : order) {
            if (stage.loops.size() != order.size() || place < 0 || place >= std::ssize(order) ||
                isTaken[static_cast<std::size_t>(place)]) {
                stage.isLost = true;
                return;
            }
            isTaken[static_cast<std::size_t>(place)] = true;
            loops.push_back(stage.loops[static_cast<std::size_t>(place)]);
        }
        stage.loops = std::move(loops);
    }

    void split(NestStage& stage, std::int64_t place, std::int64_t extent,
               const std::vector<std::int64_t>& lengths, bool fromInside) {
        NestLoop* const loop = loopAt(stage, place);
        if (!loop || stage.loops.size() + lengths.size() > MaxLoops) {
            stage.isLost = true;
            return;
        }
        std::int64_t rest = extent > 0 ? extent : loop->extent;
        if (stage.within != 0) rest = 0;
        std::vector<NestLoop> parts;
        for (std::size_t i = 0; i <= lengths.size(); ++i)
            parts.push_back({.id = ++m_lastId, .name = shortened(loop->name + "." + std::to_string(i))});
        const std::size_t restPlace = fromInside ? 0 : lengths.size();
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const std::int64_t length = std::max<std::int64_t>(lengths[i], 0);
            parts[i + (fromInside ? 1 : 0)].extent = length;
            rest = length > 0 && rest > 0 ? ceilDiv(rest, length) : 0;
        }
        parts[restPlace].extent = rest;
        parts[restPlace].isRest = true;
        moveInto(loop->id, parts.back().id);
        parts.front().pragma = loop->pragma;
        const auto at = stage.loops.erase(stage.loops.begin() + place);
        stage.loops.insert(at, std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
    }

    const Step* splitAt(std::int64_t place) const {
        const bool isThere = place >= 0 && place < std::ssize(m_steps);
        const Step* const step = isThere ? &m_steps[static_cast<std::size_t>(place)] : nullptr;
        return step && step->kind == StepKind::Split ? step : nullptr;
    }

    // The first lengths of the split that is followed, and the product of the others: of an axis as long.
    void followSplit(NestStage& stage, const Step& step) {
        const Step* const followed = splitAt(step.numbers[1]);
        const std::int64_t parts = step.numbers[2];
        if (!followed || parts < 1 || parts > std::ssize(followed->list) + 1) {
            stage.isLost = true;
            return;
        }
        std::vector<std::int64_t> lengths(followed->list.begin(), followed->list.begin() + (parts - 1));
        std::int64_t last = 1;
        for (auto i = static_cast<std::size_t>(parts - 1); i < followed->list.size(); ++i)
            last = checkedMul(last, followed->list[i]).value_or(0);
        lengths.push_back(last);
        split(stage, step.numbers[0], followed->numbers[1], lengths, true);
    }

    void followFusedSplit(NestStage& stage, const Step& step) {
        const std::int64_t level = step.numbers[1];
        std::int64_t length = 1;
        for (const std::int64_t place : step.list) {
            const Step* const followed = splitAt(place);
            if (!followed || level < 0 || level >= std::ssize(followed->list)) {
                stage.isLost = true;
                return;
            }
            length = checkedMul(length, followed->list[static_cast<std::size_t>(level)]).value_or(0);
        }
        split(stage, step.numbers[0], 0, {length}, step.numbers[2] != 0);
    }

    void computeAt(const Step& step) {
        const std::int64_t target = step.numbers[0];
        if (target < 0 || target >= std::int64_t(MaxStages)) return;
        while (std::ssize(m_stages) <= target)
            m_stages.emplace_back();
        const NestLoop* const loop = loopAt(m_stages[static_cast<std::size_t>(target)], step.numbers[1]);
        NestStage& stage = m_stages[step.stage];
        if (!loop) return;
        stage.within = loop->id;
        for (NestLoop& each : stage.loops) {
            if (each.isRest) each.extent = 0;
            each.isAtMost = true;
        }
    }

    void print(std::size_t place, std::size_t depth) {
        if (m_lines.size() >= MaxLines) return;
        const NestStage& stage = m_stages[place];
        const std::string name =
            "stage " + std::to_string(place) + (stage.scope.empty() ? "" : " (" + stage.scope + ")");
        if (stage.isLost) {
            m_lines.push_back({.depth = depth, .isLoop = false, .name = name, .annotation = "?", .pragma = {}});
            return;
        }
        for (const NestLoop& loop : stage.loops) {
            m_lines.push_back({.depth = depth,
                               .isLoop = true,
                               .name = loop.name,
                               .extent = loop.extent,
                               .isAtMost = loop.isAtMost,
                               .annotation = loop.annotation,
                               .pragma = loop.pragma});
            ++depth;
            for (std::size_t i = 0; i < m_stages.size(); ++i)
                if (m_stages[i].within == loop.id && !m_stages[i].isInlined) print(i, depth);
        }
        m_lines.push_back(
            {.depth = depth, .isLoop = false, .name = name, .annotation = "compute", .pragma = {}});
    }

    const std::vector<Step>& m_steps;
    std::vector<NestStage> m_stages;
    std::size_t m_lastId = 0;
    std::vector<NestLine> m_lines;
};

} // namespace

std::vector<NestLine> nestOf(const std::vector<Step>& steps) { return NestBuilder(steps).build(); }

} // namespace edgewright::tune
