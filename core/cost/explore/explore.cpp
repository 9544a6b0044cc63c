// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/explore.h"

#include "core/base/propagate.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/physical/physical.h"
#include "core/cost/scalesim/mapping.h"
#include "core/cost/shape.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <thread>

namespace edgewright::cost {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

// A layer on the array with those on the vector unit that may work beside it; or one of these by itself.
struct Run {
    std::vector<std::size_t> shapes; // in order
    double count = 1;
};

} // namespace

struct Exploration::Parts {
    DesignSpace space;
    std::vector<Layer> shapes; // the first layer of each
    std::vector<Run> runs;     // that differ
    std::shared_ptr<const EnergyTable> table;
    std::uint64_t points = 0;
    double macs = 0;
};

namespace {

// Points one after the other; what only the memories decide is kept from one to the next.
class Evaluator {
public:
    Evaluator(const std::vector<Layer>& shapes, const std::vector<Run>& runs, const EnergyTable& table,
              double macs)
        : m_shapes(shapes), m_runs(runs), m_table(table), m_macs(macs), m_kept(shapes.size()),
          m_costs(shapes.size()) {}

    DesignPoint point(std::uint64_t index, const Accelerator& accelerator) {
        DesignPoint point;
        point.index = index;
        for (std::size_t i = 0; i < m_shapes.size(); ++i)
            if (m_shapes[i].unit == Unit::Array) m_costs[i] = costOf(i, accelerator);
        for (const Run& run : m_runs) {
            ArrayBeside beside;
            for (const std::size_t shape : run.shapes) {
                const Layer& layer = m_shapes[shape];
                const bool isArray = layer.unit == Unit::Array;
                const Cost cost = isArray ? m_costs[shape]
                                          : vectorCostOf(layer, accelerator, beside.take(layer, accelerator));
                if (isArray) beside.ran(layer, cost.cycles);
                point.cycles += cost.cycles * run.count;
                point.energy += cost.energy * run.count;
            }
        }
        point.seconds = point.cycles / accelerator.clockGhz * 1e-9;
        point.area = areaOf(accelerator);
        point.utilization = m_macs / (point.cycles * accelerator.peak());
        return point;
    }

private:
    struct Kept {
        std::array<std::int64_t, 4> memory{}; // SRAMs and word
        std::map<double, TilingChooser> byPack;
    };

    struct Cost {
        double cycles = 0, energy = 0;
    };
    Cost vectorCostOf(const Layer& layer, const Accelerator& accelerator, std::optional<double> beside) const {
        const auto cost = vectorCost(layer, accelerator, m_table, beside);
        if (!cost) return {Infinity, Infinity};
        return {static_cast<double>(cost->cycles), cost->energy.total()};
    }
    Cost costOf(std::size_t shape, const Accelerator& accelerator) {
        const Layer& layer = m_shapes[shape];
        const TiledLayer tiled = tiledLayer(layer, accelerator);
        Kept& kept = m_kept[shape];
        const std::array memory{accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb,
                                accelerator.wordBytes};
        if (kept.memory != memory) kept = {memory, {}};
        auto found = kept.byPack.find(tiled.pack);
        if (found == kept.byPack.end()) found = kept.byPack.try_emplace(tiled.pack, tiled, accelerator).first;
        const TilingChooser::Choice best = found->second.best(tiled, accelerator, m_table);
        if (!best.candidate) return {Infinity, Infinity};
        return {wholeCycles(best.cycles), best.energy};
    }

    const std::vector<Layer>& m_shapes;
    const std::vector<Run>& m_runs;
    const EnergyTable& m_table;
    double m_macs;
    std::vector<Kept> m_kept;
    std::vector<Cost> m_costs; // of layers on the array, at one point
};

} // namespace

Exploration::Exploration(std::unique_ptr<const Parts> parts) : m_parts(std::move(parts)) {}
Exploration::Exploration(Exploration&&) noexcept = default;
Exploration& Exploration::operator=(Exploration&&) noexcept = default;
Exploration::~Exploration() = default;

const DesignSpace& Exploration::space() const { return m_parts->space; }
std::uint64_t Exploration::points() const { return m_parts->points; }

Result<Exploration> Exploration::of(const Workload& workload, DesignSpace space) {
    auto parts = std::make_unique<Parts>();
    ASSIGN_OR_RETURN(parts->points, space.points());
    RETURN_IF_ERROR(check(space.base));
    ASSIGN_OR_RETURN(parts->table, energyTable(space.base.energy));
    std::map<Shape, std::size_t> known;
    std::vector<std::vector<std::size_t>> runs;
    for (const Layer& layer : workload.layers) {
        RETURN_IF_ERROR(check(layer));
        parts->macs += static_cast<double>(layer.m) * static_cast<double>(layer.n) *
                       static_cast<double>(layer.k) * static_cast<double>(layer.repeat);
        const auto [found, isNew] = known.try_emplace(shapeOf(layer), parts->shapes.size());
        if (isNew) parts->shapes.push_back(layer);
        if (layer.unit == Unit::Array || !layer.inputsOnChip || runs.empty()) runs.emplace_back();
        runs.back().push_back(found->second);
    }
    std::map<std::vector<std::size_t>, double> counts;
    for (std::vector<std::size_t>& run : runs)
        ++counts[std::move(run)];
    for (const auto& [run, count] : counts)
        parts->runs.push_back({run, count});
    parts->space = std::move(space);
    return Exploration(std::move(parts));
}

bool Exploration::evaluate(std::uint64_t first, std::span<DesignPoint> into, int threads,
                           const RunContext& run) const {
    constexpr std::size_t Block = 64;
    std::atomic<std::size_t> next = 0, done = 0;
    const auto work = [&] {
        Evaluator evaluator(m_parts->shapes, m_parts->runs, *m_parts->table, m_parts->macs);
        while (!run.stopped()) {
            const std::size_t begin = next.fetch_add(Block);
            if (begin >= into.size()) return;
            const std::size_t end = std::min(begin + Block, into.size());
            for (std::size_t i = begin; i < end; ++i)
                into[i] = evaluator.point(first + i, m_parts->space.at(first + i));
            done += end - begin;
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    others.clear();
    return done == into.size();
}

double areaOf(const Accelerator& accelerator) {
    const AreaTable& table = areaTable();
    const double cell = accelerator.wordBytes <= 1   ? table.mac1
                        : accelerator.wordBytes <= 2 ? table.mac2
                                                     : table.mac4;
    const auto kiloBytes =
        static_cast<double>(accelerator.ifmapKb + accelerator.filterKb + accelerator.ofmapKb);
    return (accelerator.peak() * cell + kiloBytes * table.sramKilobyte +
            static_cast<double>(accelerator.vectorLanes()) * table.lane) *
           1e-6;
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
