// SPDX-License-Identifier: GPL-3.0-or-later
// When requests arrive: a sequence for each model, which depends on its arrivals and the seed alone. Equal on
// every platform.
#pragma once

#include "core/scenario/random.h"
#include "core/scenario/scenario.h"
#include "core/scenario/ticks.h"

namespace edgewright::scenario {

class ArrivalSequence {
public:
    // `model` outlives it. Sequences of one seed and different `stream`s are independent.
    ArrivalSequence(const Model& model, std::uint64_t seed, std::uint64_t stream);

    // The scheduled time of the next query, none before the last; Forever: there is none, or, in a closed loop,
    // the end of another query decides.
    Ticks next();

private:
    Ticks frame(); // k / rate, without a drift

    const Model* m_model;
    Random m_random;
    std::size_t m_count = 0;
    double m_at = 0; // ticks, of random gaps
    double m_gap = 0, m_shape = 0;
};

// Samples that arrive with each query.
std::int64_t samplesOfQuery(const Arrivals& arrivals);
// Queries in a second in the long run; nothing where that depends on how quick the answers are.
std::optional<double> meanRate(const Model& model);

} // namespace edgewright::scenario
