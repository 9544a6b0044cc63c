// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of irregularly wired networks: peak of each scheduler beside the best order known. Where the exact
// scheduler does not prove its order within its limits, a longer search is the reference; --quick goes without.
#include "core/memory/scheduler.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"
#include "tests/support/wired_schedules.h"

#include <algorithm>
#include <map>
#include <optional>

namespace edgewright::bench {

namespace {

constexpr std::uint32_t Seeds = 20;

// The smallest peak of any order, if one is proven.
std::optional<std::int64_t> optimum(const memory::ScheduleProblem& problem, const memory::Schedule& exact,
                                    bool quick) {
    if (exact.outcome == memory::ScheduleOutcome::Optimal) return exact.peak;
    if (quick) return std::nullopt;
    memory::SchedulerOptions patient;
    patient.stateLimit = 6'000'000;
    patient.timeLimitSeconds = 30;
    const auto longer = memory::findScheduler("exact")->solve(problem, patient, {});
    if (!longer || longer->outcome != memory::ScheduleOutcome::Optimal) return std::nullopt;
    return longer->peak;
}

struct Sums {
    double ratio = 0, worst = 0, seconds = 0, slowest = 0;
    int counted = 0, proven = 0;

    double mean(double sum) const { return counted > 0 ? sum / counted : 0; }
};

void run(Session& session) {
    Table table({"nodes", "scheduler", "mean / best", "worst / best", "mean ms", "slowest ms", "proven"});
    Json& rows = session.report.figures() = Json::array();
    for (const std::uint32_t inner : {32u, 48u, 64u}) {
        session.report.progress("WS(" + std::to_string(inner) + ")");
        std::map<std::string, Sums> sums;
        double gap = 0; // of the exact scheduler to the optimum, where that is known
        int known = 0;
        for (std::uint32_t seed = 0; seed < Seeds; ++seed) {
            const memory::ScheduleProblem problem =
                test::scheduleProblem(test::wattsStrogatz(inner, 4, 0.75, seed));
            std::map<std::string, std::pair<memory::Schedule, double>> schedules;
            for (const memory::Scheduler* scheduler : memory::schedulers()) {
                memory::SchedulerOptions options;
                if (session.quick) options.timeLimitSeconds = 2;
                const Stopwatch watch;
                auto schedule = scheduler->solve(problem, options, {});
                const double seconds = watch.elapsed().cpu;
                const std::string why =
                    !schedule ? schedule.error().message : memory::verifySchedule(problem, *schedule).reason;
                if (!why.empty()) {
                    session.report.line("failed: " + std::string(scheduler->name) + ", WS(" +
                                        std::to_string(inner) + ") seed " + std::to_string(seed) + ": " + why);
                    continue;
                }
                schedules.emplace(std::string(scheduler->name), std::pair(std::move(*schedule), seconds));
            }
            const auto exact = schedules.find("exact");
            if (exact == schedules.end()) continue;
            const auto least = optimum(problem, exact->second.first, session.quick);
            const auto best = static_cast<double>(least.value_or(exact->second.first.peak));
            known += least.has_value();
            if (least) gap = std::max(gap, static_cast<double>(exact->second.first.peak) / best);
            for (const auto& [name, each] : schedules) {
                Sums& sum = sums[name];
                const double ratio = static_cast<double>(each.first.peak) / best;
                ++sum.counted;
                sum.ratio += ratio;
                sum.worst = std::max(sum.worst, ratio);
                sum.seconds += each.second;
                sum.slowest = std::max(sum.slowest, each.second);
                sum.proven += each.first.outcome == memory::ScheduleOutcome::Optimal;
            }
        }
        for (const auto& [name, sum] : sums) {
            table.add({std::to_string(inner + 2), name, cli::fixed(sum.mean(sum.ratio), 3),
                       cli::fixed(sum.worst, 3), cli::fixed(1e3 * sum.mean(sum.seconds), 2),
                       cli::fixed(1e3 * sum.slowest, 2),
                       std::to_string(sum.proven) + "/" + std::to_string(sum.counted)});
            rows.push_back({{"nodes", inner + 2},
                            {"scheduler", name},
                            {"counted", sum.counted},
                            {"mean_ratio", sum.mean(sum.ratio)},
                            {"worst_ratio", sum.worst},
                            {"mean_seconds", sum.mean(sum.seconds)},
                            {"slowest_seconds", sum.slowest},
                            {"proven", sum.proven}});
        }
        const Sums& exact = sums["exact"];
        if (inner == 32) {
            session.report.asked("orders of 34 nodes are optimal", exact.proven == int(Seeds),
                                 std::to_string(exact.proven) + " of " + std::to_string(Seeds) + " proven");
            session.report.asked("and take at most 10 ms",
                                 exact.counted == int(Seeds) && exact.slowest <= 0.010,
                                 "slowest " + cli::fixed(1e3 * exact.slowest, 1) + " ms");
        } else {
            const std::string of = std::to_string(known) + " of " + std::to_string(Seeds);
            session.report.asked("orders of " + std::to_string(inner + 2) + " nodes within 1.03 x the optimum",
                                 exact.counted == int(Seeds) && known > 0 && gap <= 1.03,
                                 known > 0
                                     ? "worst " + cli::fixed(gap, 3) + " x; the optimum is known for " + of
                                     : "the optimum is known for none");
        }
    }
    session.report.line("WS(n, 4, 0.75), sizes 1, 2, 4, 8, " + std::to_string(Seeds) +
                        " seeds; best: the proven optimum, else the exact scheduler's");
    session.report.print(table);
}

} // namespace

extern const Measurement scheduling{"scheduling", "orders of irregularly wired networks", false, run};

} // namespace edgewright::bench
