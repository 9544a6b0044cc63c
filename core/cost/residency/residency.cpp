// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/residency/residency.h"

#include "core/cost/physical/tiling_choice.h"
#include "core/cost/systolic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace edgewright::cost {

namespace {

// Bytes that are taken while each layer runs.
class Room {
public:
    explicit Room(std::size_t layers) : m_taken(layers, 0) {}
    double largest(const Activation& of) const {
        return *std::max_element(m_taken.begin() + place(of.first), m_taken.begin() + place(of.last) + 1);
    }
    void take(const Activation& of, double bytes) {
        for (std::size_t i = of.first; i <= of.last; ++i)
            m_taken[i] += bytes;
    }
    double largest() const { return m_taken.empty() ? 0 : *std::ranges::max_element(m_taken); }

private:
    static std::ptrdiff_t place(std::size_t layer) { return static_cast<std::ptrdiff_t>(layer); }
    std::vector<double> m_taken;
};

// Words that do not pass DRAM for each word and layer of room.
double worthOf(const Activation& each) {
    double saved = 0;
    for (const Activation::Use& use : each.uses)
        if (use.operand != Operand::Ofmap || !each.isOutput) saved += static_cast<double>(use.words);
    const double words = std::max(1.0, static_cast<double>(each.words));
    return saved / (words * static_cast<double>(each.last - each.first + 1));
}

void keep(const Activation& activation, std::vector<Layer>& layers) {
    for (const Activation::Use& use : activation.uses) {
        Layer& layer = layers[use.layer];
        const bool isWritten = use.operand == Operand::Ofmap;
        if (isWritten && activation.isOutput) continue;
        if (layer.unit == Unit::Array) {
            (isWritten                        ? layer.outputsStay
             : use.operand == Operand::Filter ? layer.weightsStay
                                              : layer.inputsStay) = true;
            continue;
        }
        (isWritten ? layer.writtenWords : layer.readWords) -= use.words;
        layer.sharedWords += use.words;
        if (!use.beside) continue;
        Layer& array = layers[*use.beside];
        (isWritten ? array.besideWritten : array.besideRead) -= use.words;
    }
}

// Those that save the most, in so many KiB.
void keepWithin(std::int64_t roomKb, Residency& made) {
    const std::vector<Activation>& activations = made.workload.activations;
    const auto word = static_cast<double>(made.accelerator.wordBytes);
    std::vector<std::size_t> order(activations.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::vector<double> worth;
    for (const Activation& each : activations)
        worth.push_back(worthOf(each));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return worth[i]; });
    Room taken(made.workload.layers.size());
    for (const std::size_t i : order) {
        const Activation& each = activations[i];
        const double bytes = static_cast<double>(each.words) * word;
        if (taken.largest(each) + bytes > static_cast<double>(roomKb) * 1024) continue;
        taken.take(each, bytes);
        keep(each, made.workload.layers);
        ++made.staying;
    }
}

} // namespace

std::vector<Residency> residenciesOf(const Workload& workload, const Accelerator& accelerator) {
    Residency none{workload, accelerator};
    if (workload.mode != Mode::Physical || workload.activations.empty()) return {std::move(none)};
    const auto word = static_cast<double>(accelerator.wordBytes);
    Room taken(workload.layers.size());
    for (const Activation& each : workload.activations)
        taken.take(each, static_cast<double>(each.words) * word);
    constexpr double MaxBytes = 1e18;
    if (taken.largest() > MaxBytes) return {std::move(none)};
    none.staysFromKb = static_cast<std::int64_t>(std::ceil(taken.largest() / 1024));
    if (accelerator.residentKb) {
        if (*accelerator.residentKb > 0) keepWithin(*accelerator.residentKb, none);
        return {std::move(none)};
    }
    none.accelerator.residentKb = 0;
    std::vector<Residency> made{std::move(none)};
    if (made.front().staysFromKb > accelerator.ifmapKb / 2) return made;
    Residency all = made.front();
    for (const Activation& each : workload.activations)
        keep(each, all.workload.layers);
    all.staying = workload.activations.size();
    all.accelerator.residentKb = all.staysFromKb;
    all.accelerator.ifmapKb -= all.staysFromKb;
    made.push_back(std::move(all));
    return made;
}

std::size_t bestResidency(std::span<const ResidencyCost> costs, Objective objective) {
    double fewest = std::numeric_limits<double>::infinity();
    for (const ResidencyCost& each : costs)
        fewest = std::min(fewest, each.cycles);
    const auto valueOf = [&](const ResidencyCost& each) {
        if (objective == Objective::Energy) return each.energy;
        const bool isSlow = objective == Objective::Cycles && each.cycles > fewest * (1 + SpeedSlack);
        return isSlow ? std::numeric_limits<double>::infinity() : each.energy * each.cycles;
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < costs.size(); ++i)
        if (valueOf(costs[i]) < valueOf(costs[best])) best = i;
    return best;
}

Residency residencyOf(const Workload& workload, const Accelerator& accelerator, const RunContext& run) {
    std::vector<Residency> all = residenciesOf(workload, accelerator);
    if (all.size() == 1) return std::move(all.front());
    Workload plain = workload;
    plain.tilings.clear();
    const auto report = estimate(plain, accelerator, {run.stop, nullptr});
    const auto found = std::ranges::find_if(
        all, [&](const Residency& each) { return report && each.accelerator == report->tiledFor; });
    return std::move(found == all.end() ? all.front() : *found); // it is asked for what cannot run, too
}

} // namespace edgewright::cost
