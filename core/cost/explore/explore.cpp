// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/explore.h"

#include "core/base/propagate.h"
#include "core/cost/check.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/physical/physical.h"
#include "core/cost/residency/residency.h"
#include "core/cost/shape.h"
#include "core/cost/systolic.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

namespace edgewright::cost {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

// A layer on the array with those on the vector unit that may work beside it; or one of these by itself.
struct Run {
    std::vector<std::size_t> shapes; // in order
    double count = 1;
};

struct Runs {
    std::vector<Layer> shapes; // the first layer of each
    std::vector<Run> runs;     // that differ
};

Runs runsOf(const std::vector<Layer>& layers) {
    Runs made;
    std::map<Shape, std::size_t> known;
    std::vector<std::vector<std::size_t>> runs;
    for (const Layer& layer : layers) {
        const auto [found, isNew] = known.try_emplace(shapeOf(layer), made.shapes.size());
        if (isNew) made.shapes.push_back(layer);
        if (layer.unit == Unit::Array || !layer.inputsOnChip || runs.empty()) runs.emplace_back();
        runs.back().push_back(found->second);
    }
    std::map<std::vector<std::size_t>, double> counts;
    for (std::vector<std::size_t>& run : runs)
        ++counts[std::move(run)];
    for (const auto& [run, count] : counts)
        made.runs.push_back({run, count});
    return made;
}

// Points one after the other; what only the memories decide is kept from one to the next.
class Evaluator {
public:
    Evaluator(const Workload& workload, const EnergyTable& table, double macs)
        : m_workload(workload), m_table(table), m_macs(macs) {}

    DesignPoint point(std::uint64_t index, const Accelerator& given) {
        DesignPoint point;
        point.index = index;
        if (tilingsFor(m_workload.tilings, given).empty())
            addChosen(point, given);
        else
            addAdopted(point, given);
        point.seconds = point.cycles / given.clockGhz * 1e-9;
        point.area = areaOf(given);
        point.utilization = m_macs / (point.cycles * given.peak());
        return point;
    }

private:
    // With the tiles that are chosen for every layer, and what stays on chip then.
    void addChosen(DesignPoint& point, const Accelerator& given) {
        prepare(given);
        std::vector<Cost>& costs = m_sums;
        costs.clear();
        for (Staying& each : m_staying)
            costs.push_back(costOf(each, given));
        const Cost& best = costs[bestResidency(costs, given.objective)];
        point.cycles = best.cycles;
        point.energy = best.energy;
    }

    // With those that a person has decided on for this accelerator.
    void addAdopted(DesignPoint& point, const Accelerator& given) const {
        const auto report = estimate(m_workload, given);
        point.cycles = report ? static_cast<double>(report->cycles) : Infinity;
        point.energy = report ? report->energy.total() : Infinity;
    }

    static constexpr std::size_t MaxPacks = 32; // kept for each shape
    struct Kept {
        std::array<std::int64_t, 4> memory{}; // SRAMs and word
        std::map<double, TilingChooser> byPack;
    };

    using Cost = ResidencyCost; // of a layer, or of all

    // The layers with the activations that stay on chip, in one of the ways that these memories allow.
    struct Staying {
        std::int64_t room = 0, fromInputs = 0; // KiB for activations, and of these from the SRAM for inputs
        Runs runs;
        std::vector<Kept> kept;
        std::vector<Cost> costs; // of layers on the array, at one point
    };

    void prepare(const Accelerator& given) {
        const auto memory = std::tuple(given.ifmapKb, given.residentKb, given.wordBytes);
        if (m_memory == memory) return;
        m_memory = memory;
        m_staying.clear();
        for (const Residency& each : residenciesOf(m_workload, given)) {
            Staying& made = m_staying.emplace_back();
            made.room = each.accelerator.residentKb.value_or(0);
            made.fromInputs = given.ifmapKb - each.accelerator.ifmapKb;
            made.runs = runsOf(each.workload.layers);
            made.kept.resize(made.runs.shapes.size());
            made.costs.resize(made.runs.shapes.size());
        }
    }

    Cost costOf(Staying& staying, const Accelerator& given) const {
        Accelerator accelerator = given;
        accelerator.ifmapKb -= staying.fromInputs;
        accelerator.residentKb = staying.room;
        const std::vector<Layer>& shapes = staying.runs.shapes;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            if (shapes[i].unit == Unit::Array)
                staying.costs[i] = costOf(shapes[i], staying.kept[i], accelerator);
        Cost sum;
        for (const Run& run : staying.runs.runs) {
            ArrayBeside beside;
            for (const std::size_t shape : run.shapes) {
                const Layer& layer = shapes[shape];
                const bool isArray = layer.unit == Unit::Array;
                const Cost cost = isArray ? staying.costs[shape]
                                          : vectorCostOf(layer, accelerator, beside.take(layer, accelerator));
                if (isArray) beside.ran(layer, cost.cycles);
                sum.cycles += cost.cycles * run.count;
                sum.energy += cost.energy * run.count;
            }
        }
        return sum;
    }

    Cost vectorCostOf(const Layer& layer, const Accelerator& accelerator, std::optional<double> beside) const {
        const auto cost = vectorCost(layer, accelerator, m_table, beside);
        if (!cost) return {Infinity, Infinity};
        return {static_cast<double>(cost->cycles), cost->energy.total()};
    }
    Cost costOf(const Layer& layer, Kept& kept, const Accelerator& accelerator) const {
        const TiledLayer tiled = tiledLayer(layer, accelerator);
        const std::array memory{accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb,
                                accelerator.wordBytes};
        if (kept.memory != memory) {
            kept.memory = memory;
            kept.byPack.clear();
        }
        auto found = kept.byPack.find(tiled.pack);
        if (found == kept.byPack.end() && kept.byPack.size() >= MaxPacks) {
            kept.byPack.clear();
            found = kept.byPack.end();
        }
        if (found == kept.byPack.end()) found = kept.byPack.try_emplace(tiled.pack, tiled, accelerator).first;
        const TilingChooser::Choice best = found->second.best(tiled, accelerator, m_table);
        if (!best.candidate) return {Infinity, Infinity};
        return {wholeCycles(best.cycles), best.energy};
    }

    const Workload& m_workload;
    const EnergyTable& m_table;
    double m_macs;
    std::optional<std::tuple<std::int64_t, std::optional<std::int64_t>, std::int64_t>> m_memory;
    std::vector<Staying> m_staying;
    std::vector<Cost> m_sums; // of each, at one point
};

} // namespace

struct Exploration::Parts {
    DesignSpace space;
    Workload workload;
    std::shared_ptr<const EnergyTable> table;
    std::uint64_t points = 0;
    double macs = 0;
    // What they remember serves the next part of the space.
    mutable std::mutex mutex;
    mutable std::vector<std::unique_ptr<Evaluator>> idle;

    std::unique_ptr<Evaluator> evaluator() const {
        const std::scoped_lock lock(mutex);
        if (idle.empty()) return std::make_unique<Evaluator>(workload, *table, macs);
        auto taken = std::move(idle.back());
        idle.pop_back();
        return taken;
    }
    void giveBack(std::unique_ptr<Evaluator> evaluator) const {
        const std::scoped_lock lock(mutex);
        idle.push_back(std::move(evaluator));
    }
};

Exploration::Exploration(std::unique_ptr<const Parts> parts) : m_parts(std::move(parts)) {}
Exploration::Exploration(Exploration&&) noexcept = default;
Exploration& Exploration::operator=(Exploration&&) noexcept = default;
Exploration::~Exploration() = default;

const DesignSpace& Exploration::space() const { return m_parts->space; }
std::uint64_t Exploration::points() const { return m_parts->points; }
const ops::Uncounted& Exploration::uncounted() const { return m_parts->workload.uncounted; }

Result<Exploration> Exploration::of(const Workload& workload, DesignSpace space) {
    auto parts = std::make_unique<Parts>();
    ASSIGN_OR_RETURN(parts->points, space.points());
    RETURN_IF_ERROR(check(space.base));
    ASSIGN_OR_RETURN(parts->table, energyTable(space.base.energy));
    for (const Layer& layer : workload.layers) {
        RETURN_IF_ERROR(check(layer));
        parts->macs += static_cast<double>(layer.m) * static_cast<double>(layer.n) *
                       static_cast<double>(layer.k) * static_cast<double>(layer.repeat);
    }
    parts->workload = workload;
    parts->workload.mode = Mode::Physical;
    parts->space = std::move(space);
    return Exploration(std::move(parts));
}

template <typename IndexOf>
bool Exploration::evaluateEach(IndexOf indexOf, std::span<DesignPoint> into, int threads,
                               const RunContext& run) const {
    // What has the same memories is for one thread, which works out once what fits them.
    const std::size_t block = std::clamp<std::size_t>(
        static_cast<std::size_t>(m_parts->space.pointsOfOneMemory()), 16,
        std::max<std::size_t>(16, into.size() / (2 * static_cast<std::size_t>(threads))));
    std::atomic<std::size_t> next = 0, done = 0;
    const auto work = [&] {
        std::unique_ptr<Evaluator> evaluator = m_parts->evaluator();
        for (std::size_t begin = next.fetch_add(block); begin < into.size(); begin = next.fetch_add(block))
            for (std::size_t i = begin; i < std::min(begin + block, into.size()); ++i) {
                if (run.stopped()) break;
                const std::uint64_t index = indexOf(i);
                into[i] = evaluator->point(index, m_parts->space.at(index));
                ++done;
            }
        m_parts->giveBack(std::move(evaluator));
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    others.clear();
    return done == into.size();
}

bool Exploration::evaluate(std::uint64_t first, std::span<DesignPoint> into, int threads,
                           const RunContext& run) const {
    return evaluateEach([first](std::size_t i) { return first + i; }, into, threads, run);
}

bool Exploration::evaluate(std::span<const std::uint64_t> indices, std::span<DesignPoint> into, int threads,
                           const RunContext& run) const {
    return evaluateEach([indices](std::size_t i) { return indices[i]; }, into, threads, run);
}

std::vector<std::size_t> paretoFront(std::span<const DesignPoint> points) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].isPossible()) order.push_back(i);
    const auto key = [&](std::size_t i) {
        return std::tuple(points[i].seconds, points[i].energy, points[i].area, points[i].index);
    };
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    // By seconds: a later one is kept where no earlier one has both less energy and less area. The staircase of
    // those holds area falling as energy rises.
    std::map<double, double> staircase; // energy -> least area up to it
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        const DesignPoint& point = points[i];
        auto above = staircase.upper_bound(point.energy);
        if (above != staircase.begin() && std::prev(above)->second <= point.area) continue;
        front.push_back(i);
        while (above != staircase.end() && above->second >= point.area)
            above = staircase.erase(above);
        staircase[point.energy] = point.area;
    }
    return front;
}

} // namespace edgewright::cost
