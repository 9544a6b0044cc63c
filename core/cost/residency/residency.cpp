// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/residency/residency.h"

#include <algorithm>
#include <cmath>
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
    return saved / (static_cast<double>(each.words) * static_cast<double>(each.last - each.first + 1));
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

} // namespace

Residency residencyOf(const Workload& workload, const Accelerator& accelerator) {
    Residency made{workload, accelerator};
    if (workload.mode != Mode::Physical || workload.activations.empty()) return made;
    const auto word = static_cast<double>(accelerator.wordBytes);
    Room all(workload.layers.size());
    for (const Activation& each : workload.activations)
        all.take(each, static_cast<double>(each.words) * word);
    constexpr double MaxBytes = 1e18;
    if (all.largest() > MaxBytes) return made;
    made.staysFromKb = static_cast<std::int64_t>(std::ceil(all.largest() / 1024));
    std::int64_t room = accelerator.residentKb.value_or(0);
    if (!accelerator.residentKb && made.staysFromKb <= accelerator.ifmapKb / 2) {
        room = made.staysFromKb;
        made.accelerator.ifmapKb -= room;
    }
    made.accelerator.residentKb = room;
    if (room == 0) return made;

    std::vector<std::size_t> order(workload.activations.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::vector<double> worth;
    for (const Activation& each : workload.activations)
        worth.push_back(worthOf(each));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return worth[i]; });
    Room taken(workload.layers.size());
    for (const std::size_t i : order) {
        const Activation& each = workload.activations[i];
        const double bytes = static_cast<double>(each.words) * word;
        if (taken.largest(each) + bytes > static_cast<double>(room) * 1024) continue;
        taken.take(each, bytes);
        keep(each, made.workload.layers);
        ++made.staying;
    }
    return made;
}

} // namespace edgewright::cost
