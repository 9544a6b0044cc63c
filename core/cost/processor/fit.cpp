// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/processor/processor.h"

#include "core/base/say.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost {

namespace {

constexpr double NetworkWeight = 1;  // of a network as a whole, against that of all its operators together
constexpr double PriorWeight = 3e-4; // of a time that the prior knows, for each network
constexpr int Sweeps = 4000;
constexpr double Settled = 1e-10; // relative change of all times in one sweep

// The normal equations of weighted least squares.
class Equations {
public:
    void add(const Features& features, double seconds, double weight) {
        for (std::size_t i = 0; i < FeatureCount; ++i) {
            const double x = features.counts[i];
            if (x == 0) continue;
            m_right[i] += weight * x * seconds;
            for (std::size_t j = 0; j < FeatureCount; ++j)
                m_left[i][j] += weight * x * features.counts[j];
        }
    }
    // Pulls a time towards what is known of it, by its relative deviation.
    void expect(std::size_t feature, double seconds, double weight) {
        m_left[feature][feature] += weight / (seconds * seconds);
        m_right[feature] += weight / seconds;
    }
    bool knows(std::size_t feature) const { return m_left[feature][feature] > 0; }

    // Coordinate descent (Franc, Hlavac and Navara, 2005): the problem is convex.
    void solve(std::array<double, FeatureCount>& times) const {
        for (int sweep = 0; sweep < Sweeps; ++sweep) {
            double moved = 0;
            for (std::size_t i = 0; i < FeatureCount; ++i) {
                if (!knows(i)) continue;
                double gradient = m_right[i];
                for (std::size_t j = 0; j < FeatureCount; ++j)
                    gradient -= m_left[i][j] * times[j];
                const double next = std::max(0.0, times[i] + gradient / m_left[i][i]);
                if (next > 0) moved = std::max(moved, std::abs(next - times[i]) / next);
                times[i] = next;
            }
            if (moved < Settled) return;
        }
    }

private:
    std::array<std::array<double, FeatureCount>, FeatureCount> m_left{};
    std::array<double, FeatureCount> m_right{};
};

struct Network {
    Features features;
    double seconds = 0;
};

double median(std::vector<double> numbers) {
    if (numbers.empty()) return 0;
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

} // namespace

Result<Fit> fit(std::span<const Observation> observations, const Processor& prior) {
    std::vector<Network> networks;
    for (const Observation& each : observations) {
        if (each.network >= networks.size()) networks.resize(each.network + 1);
        networks[each.network].features += each.features;
        networks[each.network].seconds += each.seconds;
    }
    std::erase_if(networks, [](const Network& network) { return network.seconds <= 0; });
    if (networks.empty()) return badInput(say("there is no measured operator to fit a processor to"));
    Equations equations;
    std::vector<double> total; // by network as the observations name it
    for (const Observation& each : observations) {
        if (each.network >= total.size()) total.resize(each.network + 1, 0);
        total[each.network] += each.seconds;
    }
    for (const Observation& each : observations)
        if (const double whole = total[each.network]; whole > 0 && each.seconds > 0)
            // Between absolute and relative errors: else either the small or the large operators do not count.
            equations.add(each.features, each.seconds, 1 / (std::sqrt(each.seconds) * std::pow(whole, 1.5)));
    for (const Network& network : networks)
        equations.add(network.features, network.seconds, NetworkWeight / (network.seconds * network.seconds));
    for (std::size_t i = 0; i < FeatureCount; ++i)
        if (equations.knows(i) && prior.seconds[i] > 0)
            equations.expect(i, prior.seconds[i], PriorWeight * static_cast<double>(networks.size()));

    Fit result;
    result.seconds = prior.seconds;
    equations.solve(result.seconds);
    Processor fitted = prior;
    fitted.seconds = result.seconds;
    std::vector<double> errors;
    for (const Network& network : networks)
        errors.push_back(std::abs(fitted.secondsOf(network.features) / network.seconds - 1));
    result.medianError = median(errors);
    double missed = 0;
    for (const Observation& each : observations)
        if (total[each.network] > 0)
            missed += std::abs(fitted.secondsOf(each.features) - each.seconds) / total[each.network];
    result.operatorError = missed / static_cast<double>(networks.size());
    return result;
}

} // namespace edgewright::cost
