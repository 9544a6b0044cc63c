// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/schedulability.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::scenario {

namespace {

// Ends what would take for ever: a busy period of a utilisation of 1 may be as long as all periods multiplied.
class Patience {
public:
    explicit Patience(const RunContext& run) : m_run(run) {}
    Result<void> step(Ticks reached) {
        constexpr std::int64_t StepsBetweenPolls = 4096, MaxSteps = 50'000'000;
        constexpr Ticks MaxTime = Ticks(1) << 60;
        if (m_steps++ % StepsBetweenPolls != 0 && reached <= MaxTime) return {};
        if (m_run.stopped()) return cancelled();
        if (m_steps > MaxSteps || reached > MaxTime)
            return unsupported(say("the time for which the core is busy at most is longer than can be gone "
                                   "through: deadlines cannot be shown to be met"));
        return {};
    }

private:
    const RunContext& m_run;
    std::int64_t m_steps = 0;
};

constexpr double RoundingOfUtilisation = 1e-12;

std::string timeText(Ticks ticks) { return table::secondsText(secondsOf(ticks)); }
Ticks ceilDivided(Ticks a, Ticks b) { return (a + b - 1) / b; }
Ticks operatorOf(const Task& task) { return task.longestOperator > 0 ? task.longestOperator : task.cost; }
Ticks uninterrupted(const Task& task, Interruption interruption) {
    if (interruption == Interruption::Anywhere) return 0;
    return interruption == Interruption::Never ? task.cost : operatorOf(task);
}

Result<void> checkTasks(std::span<const Task> tasks) {
    constexpr Ticks MaxTicks = Ticks(1) << 50;
    if (tasks.empty()) return badInput(say("expected at least one task"));
    for (const Task& task : tasks) {
        const auto isTime = [](Ticks ticks) { return ticks > 0 && ticks <= MaxTicks; };
        if (!isTime(task.cost) || !isTime(task.period) || !isTime(task.deadline) || task.longestOperator < 0 ||
            task.longestOperator > task.cost)
            return badInput(say("{1}: expected times above 0, and no operator longer than the whole run",
                                inQuotes(task.name)));
    }
    return {};
}

// The least common multiple of the periods; INT64_MAX where it is longer.
Ticks hyperperiodOf(std::span<const Task> tasks) {
    Ticks all = 1;
    for (const Task& each : tasks) {
        const Ticks times = each.period / std::gcd(all, each.period);
        if (all > INT64_MAX / times) return INT64_MAX;
        all *= times;
    }
    return all;
}

// One task among others with fixed priorities.
class ResponseTime {
public:
    ResponseTime(std::span<const Task> tasks, std::size_t which, Interruption interruption)
        : m_task(tasks[which]), m_isWhole(interruption == Interruption::Never) {
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (i == which) continue;
            if (tasks[i].priority <= m_task.priority) {
                m_higher.push_back(tasks[i]);
                continue;
            }
            const Ticks longest = uninterrupted(tasks[i], interruption);
            if (longest <= m_verdict.blocking) continue;
            m_verdict.blocking = longest;
            m_verdict.blockedBy = tasks[i].name;
            m_verdict.blockingOperator = m_isWhole ? std::string() : tasks[i].operatorName;
        }
    }

    Result<TaskVerdict> find(Patience& patience) {
        std::vector<Task> all = m_higher;
        all.push_back(m_task);
        if (utilisationOf(all) > 1 + RoundingOfUtilisation) return m_verdict;
        // Jobs a hyperperiod later answer no later than these: no more arrives in it than is done.
        const std::int64_t jobs = hyperperiodOf(all) / m_task.period;
        Ticks worst = 0;
        for (std::int64_t job = 0; job < jobs; ++job) {
            ASSIGN_OR_RETURN(const Ticks end, endOf(job, patience));
            worst = std::max(worst, end - job * m_task.period);
            if (worst > m_task.deadline) break;
            ASSIGN_OR_RETURN(const bool isBusy, goesOn(job, end, patience));
            if (!isBusy) break;
        }
        m_verdict.response = worst;
        m_verdict.isSafe = worst <= m_task.deadline;
        return m_verdict;
    }

private:
    // After the begin of the busy period, of its job of that number; or a time that is too late already.
    Result<Ticks> endOf(std::int64_t job, Patience& patience) const {
        const Ticks own = (m_isWhole ? job : job + 1) * m_task.cost + m_verdict.blocking;
        const Ticks rest = m_isWhole ? m_task.cost : 0; // once it has begun, nothing comes between
        Ticks time = own;
        for (;;) {
            RETURN_IF_ERROR(patience.step(time));
            Ticks next = own;
            for (const Task& each : m_higher)
                next += (m_isWhole ? time / each.period + 1 : ceilDivided(time, each.period)) * each.cost;
            if (next == time || next + rest - job * m_task.period > m_task.deadline) return next + rest;
            time = next;
        }
    }
    // True if the busy period holds the next job, too: what was asked for before it arrives is not done then.
    Result<bool> goesOn(std::int64_t job, Ticks end, Patience& patience) const {
        const Ticks next = (job + 1) * m_task.period;
        if (!m_isWhole) return end > next;
        Ticks time = m_verdict.blocking + m_task.cost;
        for (;;) {
            RETURN_IF_ERROR(patience.step(time));
            Ticks sum = m_verdict.blocking + ceilDivided(time, m_task.period) * m_task.cost;
            for (const Task& each : m_higher)
                sum += ceilDivided(time, each.period) * each.cost;
            if (sum > next) return true;
            if (sum == time) return false;
            time = sum;
        }
    }

    const Task& m_task;
    bool m_isWhole;
    std::vector<Task> m_higher;
    TaskVerdict m_verdict;
};

// The processor demand of earliest deadline first, and the first moment by which too much is due.
class Demand {
public:
    Demand(std::span<const Task> tasks, Interruption interruption)
        : m_tasks(tasks), m_interruption(interruption) {}

    struct Fault {
        Ticks at = 0, due = 0, blocking = 0;
        const Task* blocker = nullptr;
    };
    // Nothing: all deadlines are met. The utilisation is at most 1.
    Result<std::optional<Fault>> find(Patience& patience) const {
        ASSIGN_OR_RETURN(const Ticks busy, busyPeriod(patience));
        const Ticks shortest = std::ranges::min_element(m_tasks, {}, &Task::deadline)->deadline;
        // Backwards from the last deadline in the busy period (Zhang and Burns).
        for (Ticks time = lastDeadlineBefore(busy + 1); time >= shortest;) {
            RETURN_IF_ERROR(patience.step(time));
            const Ticks due = demand(time);
            if (due > time) return std::optional(Fault{time, due});
            if (due < shortest) break;
            time = due < time ? due : lastDeadlineBefore(time);
        }
        if (m_interruption == Interruption::Anywhere) return std::optional<Fault>();
        return blocked(patience);
    }

private:
    Ticks demand(Ticks time) const {
        Ticks due = 0;
        for (const Task& each : m_tasks)
            if (time >= each.deadline) due += ((time - each.deadline) / each.period + 1) * each.cost;
        return due;
    }
    Ticks lastDeadlineBefore(Ticks time) const {
        Ticks last = -1;
        for (const Task& each : m_tasks)
            if (time > each.deadline)
                last = std::max(last, each.deadline + (time - 1 - each.deadline) / each.period * each.period);
        return last;
    }
    Result<Ticks> busyPeriod(Patience& patience) const {
        Ticks time = 0;
        for (const Task& each : m_tasks)
            time += each.cost;
        for (;;) {
            RETURN_IF_ERROR(patience.step(time));
            Ticks next = 0;
            for (const Task& each : m_tasks)
                next += ceilDivided(time, each.period) * each.cost;
            if (next == time) return time;
            time = next;
        }
    }
    // Every deadline before the longest relative one: what is due later may have begun a tick before.
    Result<std::optional<Fault>> blocked(Patience& patience) const {
        for (Ticks time = lastDeadlineBefore(std::ranges::max_element(m_tasks, {}, &Task::deadline)->deadline);
             time > 0; time = lastDeadlineBefore(time)) {
            RETURN_IF_ERROR(patience.step(time));
            Fault fault{time, demand(time)};
            for (const Task& each : m_tasks) {
                const Ticks longest = uninterrupted(each, m_interruption) - 1;
                if (each.deadline <= time || longest <= fault.blocking) continue;
                fault.blocking = longest;
                fault.blocker = &each;
            }
            if (fault.due + fault.blocking > time) return std::optional(fault);
        }
        return std::optional<Fault>();
    }

    std::span<const Task> m_tasks;
    Interruption m_interruption;
};

std::string tooMuch(double utilisation) {
    return say(
        "Were every run as long as the longest that was measured, more work would arrive than one core does: "
        "its utilisation would be {1}.",
        table::percentText(utilisation));
}

std::string whyResponse(std::span<const Task> tasks, const Schedulability& result) {
    std::size_t tightest = 0;
    double share = -1;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const TaskVerdict& verdict = result.tasks[i];
        const double taken =
            verdict.response ? static_cast<double>(*verdict.response) / static_cast<double>(tasks[i].deadline)
                             : INFINITY;
        if (taken <= share) continue;
        share = taken;
        tightest = i;
    }
    const Task& task = tasks[tightest];
    const TaskVerdict& verdict = result.tasks[tightest];
    if (!verdict.response)
        return say("{1} may wait for ever: it and what is more urgent are more work than one core does.",
                   inQuotes(task.name));
    const std::string response = timeText(*verdict.response), deadline = timeText(task.deadline);
    if (result.isSafe)
        return say("Every deadline is met: the tightest one is that of {1}, which answers after {2} at most, "
                   "within {3}.",
                   inQuotes(task.name), response, deadline);
    if (verdict.blocking == 0)
        return say("{1} may answer after {2} or more, its deadline is {3}: its own run takes {4}, and what is "
                   "more urgent comes between.",
                   inQuotes(task.name), response, deadline, timeText(task.cost));
    if (verdict.blockingOperator.empty())
        return say("{1} may answer after {2} or more, its deadline is {3}: its own run takes {4}, and it waits "
                   "for up to {5} of {6}, which nothing interrupts.",
                   inQuotes(task.name), response, deadline, timeText(task.cost), timeText(verdict.blocking),
                   inQuotes(verdict.blockedBy));
    return say("{1} may answer after {2} or more, its deadline is {3}: its own run takes {4}, and it waits for "
               "up to {5} of operator {6} of {7}, which nothing interrupts.",
               inQuotes(task.name), response, deadline, timeText(task.cost), timeText(verdict.blocking),
               inQuotes(verdict.blockingOperator), inQuotes(verdict.blockedBy));
}

std::string whyDemand(double utilisation, const std::optional<Demand::Fault>& fault,
                      Interruption interruption) {
    if (!fault)
        return say(
            "Every deadline is met: the utilisation is {1}, and what is due by any time is done by then.",
            table::percentText(utilisation));
    if (!fault->blocker)
        return say("{1} of work may be due within {2}.", timeText(fault->due), timeText(fault->at));
    if (interruption == Interruption::Never || fault->blocker->operatorName.empty())
        return say("{1} of work may be due within {2}, and {3}, which nothing interrupts, may have begun just "
                   "before and take {4}.",
                   timeText(fault->due), timeText(fault->at), inQuotes(fault->blocker->name),
                   timeText(fault->blocking + 1));
    return say("{1} of work may be due within {2}, and operator {3} of {4}, which nothing interrupts, may have "
               "begun just before and take {5}.",
               timeText(fault->due), timeText(fault->at), inQuotes(fault->blocker->operatorName),
               inQuotes(fault->blocker->name), timeText(fault->blocking + 1));
}

} // namespace

double utilisationOf(std::span<const Task> tasks) {
    double sum = 0;
    for (const Task& each : tasks)
        sum += static_cast<double>(each.cost) / static_cast<double>(each.period);
    return sum;
}

double rateMonotonicBound(std::size_t tasks) {
    const auto n = static_cast<double>(tasks);
    return n * (std::exp2(1 / n) - 1);
}

bool meetsHyperbolicBound(std::span<const Task> tasks) {
    double product = 1;
    for (const Task& each : tasks)
        product *= static_cast<double>(each.cost) / static_cast<double>(each.period) + 1;
    return product <= 2;
}

void giveDeadlineMonotonicPriorities(std::span<Task> tasks) {
    std::vector<std::size_t> order(tasks.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return tasks[i].deadline; });
    for (std::size_t place = 0; place < order.size(); ++place)
        tasks[order[place]].priority = static_cast<std::int64_t>(place) + 1;
}

Result<bool> meetsDemand(std::span<const Task> tasks, Interruption interruption, const RunContext& run) {
    RETURN_IF_ERROR(checkTasks(tasks));
    if (utilisationOf(tasks) > 1 + RoundingOfUtilisation) return false;
    Patience patience(run);
    ASSIGN_OR_RETURN(const auto fault, Demand(tasks, interruption).find(patience));
    return !fault;
}

Result<Schedulability> analyse(std::span<const Task> tasks, Urgency urgency, Interruption interruption,
                               const RunContext& run) {
    RETURN_IF_ERROR(checkTasks(tasks));
    Schedulability result;
    result.utilisation = utilisationOf(tasks);
    Patience patience(run);
    const bool isTooMuch = result.utilisation > 1 + RoundingOfUtilisation;
    if (urgency == Urgency::FixedPriorities) {
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            ASSIGN_OR_RETURN(TaskVerdict verdict, ResponseTime(tasks, i, interruption).find(patience));
            result.tasks.push_back(std::move(verdict));
        }
        result.isSafe = std::ranges::all_of(result.tasks, &TaskVerdict::isSafe);
        result.why = isTooMuch ? tooMuch(result.utilisation) : whyResponse(tasks, result);
        return result;
    }
    std::optional<Demand::Fault> fault;
    if (!isTooMuch) {
        ASSIGN_OR_RETURN(fault, Demand(tasks, interruption).find(patience));
    }
    result.isSafe = !isTooMuch && !fault;
    result.tasks.assign(tasks.size(), TaskVerdict{.isSafe = result.isSafe});
    result.why = isTooMuch ? tooMuch(result.utilisation) : whyDemand(result.utilisation, fault, interruption);
    return result;
}

} // namespace edgewright::scenario
