// SPDX-License-Identifier: GPL-3.0-or-later
// What the model of time says of every network beside what is measured, and the times of a processor that would
// say it best: the table of core/cost/processor/processor_reference.cpp.
#include "core/base/propagate.h"
#include "core/cost/processor/processor.h"
#include "core/device/this_machine.h"
#include "tests/bench/measurement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::bench {

namespace {

constexpr std::int64_t MaxMacs = 600'000'000; // larger ones are convolutions alone, and take long
constexpr std::size_t Folds = 5;

struct Measured {
    std::string name;
    std::vector<cost::Observation> operators[2]; // plain, fused
    cost::Features features[2];
    double seconds[2] = {}; // the fastest run of each
};

Result<Measured> measured(const Case& from, double seconds) {
    ASSIGN_OR_RETURN(auto network, openNetwork(from, 1));
    Measured result{.name = from.name, .operators = {}, .features = {}};
    if (network.typed->macs > MaxMacs) return result;
    device::Task task;
    task.typed = network.typed;
    task.history = network.history;
    task.feeds = network.feeds;
    task.variants = {*device::variantNamed("baseline"), *device::variantNamed("fusion")};
    task.effort.seconds = seconds;
    task.profiledRuns = 15;
    ASSIGN_OR_RETURN(const auto record, device::measureHere(task));
    for (std::size_t side = 0; side < 2; ++side) {
        const ir::Graph& graph = side == 0 ? network.plain() : network.fused();
        result.seconds[side] = record->variants[side].summary().min;
        for (const device::OperatorTime& each : record->variants[side].operators) {
            result.operators[side].push_back({cost::featuresOf(graph, graph.node(each.node)), each.seconds, 0});
            result.features[side] += result.operators[side].back().features;
        }
    }
    return result;
}

double median(std::vector<double> numbers) {
    if (numbers.empty()) return 0;
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

struct Agreement {
    std::vector<double> estimated, found; // logarithms of fused / plain
    std::vector<double> misses;           // of the times, |logarithms|

    void add(const Measured& network, const cost::Processor& processor) {
        double said[2];
        for (std::size_t side = 0; side < 2; ++side) {
            said[side] = processor.secondsOf(network.features[side]);
            misses.push_back(std::abs(std::log(said[side] / network.seconds[side])));
        }
        estimated.push_back(std::log(said[1] / said[0]));
        found.push_back(std::log(network.seconds[1] / network.seconds[0]));
    }
    double correlation() const {
        const auto mean = [](const std::vector<double>& of) {
            return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
        };
        const double x = mean(estimated), y = mean(found);
        double both = 0, xx = 0, yy = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            both += (estimated[i] - x) * (found[i] - y);
            xx += (estimated[i] - x) * (estimated[i] - x);
            yy += (found[i] - y) * (found[i] - y);
        }
        return both / std::sqrt(xx * yy);
    }
    double ratioError() const {
        std::vector<double> errors;
        for (std::size_t i = 0; i < found.size(); ++i)
            errors.push_back(std::abs(estimated[i] - found[i]));
        return std::exp(median(errors)) - 1;
    }
    double timeError() const { return std::exp(median(misses)) - 1; }
    std::string text() const {
        return "correlation " + cli::fixed(correlation(), 2) + ", fused / plain off by " +
               cli::fixed(ratioError() * 100, 1) + " %, times by " + cli::fixed(timeError() * 100, 0) +
               " % (medians)";
    }
};

Result<cost::Processor> fitted(const std::vector<Measured>& networks, std::size_t leftOut, double& error) {
    std::vector<cost::Observation> all;
    std::size_t count = 0;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        if (leftOut < Folds && i % Folds == leftOut) continue;
        for (const auto& side : networks[i].operators) {
            for (cost::Observation each : side) {
                each.network = count;
                all.push_back(each);
            }
            ++count;
        }
    }
    cost::Processor processor = cost::referenceProcessor();
    processor.seconds = {};
    ASSIGN_OR_RETURN(const cost::Fit fit, cost::fit(all, processor));
    processor.seconds = fit.seconds;
    error = fit.operatorError;
    return processor;
}

void run(Session& session) {
    Report& report = session.report;
    std::vector<Measured> networks;
    for (std::size_t i = 0; i < session.cases.size(); ++i) {
        report.progress("[" + std::to_string(i + 1) + "/" + std::to_string(session.cases.size()) + "] " +
                        session.cases[i].name);
        auto network = measured(session.cases[i], session.quick ? 0.3 : 1.5);
        if (!network)
            report.line("failed: " + session.cases[i].name + ": " + network.error().message);
        else if (!network->operators[0].empty())
            networks.push_back(*std::move(network));
    }
    if (networks.size() < Folds) return report.line("too few networks to say anything");
    Agreement agreement;
    Table table({"network", "plain ms", "estimated", "fused ms", "estimated", "ratio", "estimated"});
    const cost::Processor& reference = cost::referenceProcessor();
    for (const Measured& each : networks) {
        agreement.add(each, reference);
        const double plain = reference.secondsOf(each.features[0]),
                     fused = reference.secondsOf(each.features[1]);
        table.add({each.name, cli::fixed(each.seconds[0] * 1e3, 3), cli::fixed(plain * 1e3, 3),
                   cli::fixed(each.seconds[1] * 1e3, 3), cli::fixed(fused * 1e3, 3),
                   cli::fixed(each.seconds[1] / each.seconds[0], 2), cli::fixed(fused / plain, 2)});
    }
    report.print(table);
    Agreement apart; // each network by a processor that was fitted without it
    for (std::size_t fold = 0; fold < Folds; ++fold) {
        double error = 0;
        const auto processor = fitted(networks, fold, error);
        for (std::size_t i = fold; processor && i < networks.size(); i += Folds)
            apart.add(networks[i], *processor);
    }
    double error = 0;
    const auto best = fitted(networks, Folds, error);
    if (!best) return report.line(best.error().message);
    Agreement again;
    for (const Measured& each : networks)
        again.add(each, *best);
    report.line("the reference: " + agreement.text());
    report.line("fitted to these networks: " + again.text() + ", operators by " + cli::fixed(error * 100, 0) +
                " % of their network's time");
    report.line("fitted to others: " + apart.text());
    for (std::size_t i = 0; i < cost::FeatureCount; ++i)
        report.line("    " + cli::scientific(best->seconds[i]) + ", // " +
                    std::string(cost::nameOf(static_cast<cost::Feature>(i))));
    report.figures() = {{"networks", networks.size()},
                        {"correlation", agreement.correlation()},
                        {"ratio_error", agreement.ratioError()},
                        {"time_error", agreement.timeError()},
                        {"correlation_of_others", apart.correlation()},
                        {"time_error_of_others", apart.timeError()}};
    report.asked("estimated and measured fused / plain correlate, 0.9", agreement.correlation() >= 0.9,
                 cli::fixed(agreement.correlation(), 2));
    report.asked("median error of fused / plain at most 10 %", agreement.ratioError() <= 0.1,
                 cli::fixed(agreement.ratioError() * 100, 1) + " %");
    report.asked("median error of the times at most 25 %", agreement.timeError() <= 0.25,
                 cli::fixed(agreement.timeError() * 100, 0) + " %");
}

} // namespace

extern const Measurement estimates{"estimates", "the model of time beside measured times", true, run};

} // namespace edgewright::bench
