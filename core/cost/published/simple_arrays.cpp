// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/published/simple_arrays.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::published {

namespace {

constexpr double BusWords = 4; // of 16 bits, a cycle

}

double WeightArray::tileCycles(double rows) const { return std::max(rows, fetchCycles() + edge); }

double WeightArray::teraOperations(double rows) const {
    return 2 * edge * edge * rows * hertz / tileCycles(rows) / 1e12;
}

double activePes(const RowStationaryLayer& layer, const RowStationaryPass& pass) {
    return layer.filter * pass.outputRows * pass.r * pass.t;
}

double rowStationaryCycles(const RowStationaryLayer& layer, const RowStationaryPass& pass) {
    const double passes = std::ceil(layer.batch / pass.n) * std::ceil(layer.filters / (pass.p * pass.t)) *
                          std::ceil(layer.channels / (pass.q * pass.r)) *
                          std::ceil(layer.output / pass.outputRows);
    const double window = layer.filter * pass.q * pass.p;
    const double computing = pass.n * layer.output * window;
    const double filterWords = layer.filter * layer.filter * pass.q * pass.r * pass.p * pass.t;
    return passes * (computing + filterWords / BusWords + window);
}

} // namespace edgewright::cost::published
