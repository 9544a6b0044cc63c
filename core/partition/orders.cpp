// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/orders.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/partition/stage_search.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace edgewright::partition {

namespace {

// Steps that are ready, one after the other: `next` takes the index of one of them.
class ReadySteps {
public:
    explicit ReadySteps(const Problem& problem)
        : m_problem(problem), m_waits(problem.steps.size(), 0), m_writes(problem.steps.size()),
          m_reads(problem.steps.size()) {
        for (std::size_t i = 0; i < problem.tensors.size(); ++i) {
            const Tensor& each = problem.tensors[i];
            m_left.push_back(each.reads.size() + (each.kept ? 1 : 0));
            if (each.made != Tensor::Given) {
                m_writes[each.made].push_back(i);
                for (const std::size_t step : each.reads)
                    ++m_waits[step];
            }
            for (const std::size_t step : each.reads)
                m_reads[step].push_back(i);
        }
        for (std::size_t step = 0; step < m_waits.size(); ++step)
            if (m_waits[step] == 0) m_ready.push_back(step);
    }

    template <typename Next>
    Order all(Next next) {
        Order order;
        while (!m_ready.empty()) {
            const std::size_t at = next(*this);
            const std::size_t step = m_ready[at];
            m_ready.erase(m_ready.begin() + static_cast<std::ptrdiff_t>(at));
            order.push_back(step);
            for (const std::size_t tensor : m_reads[step])
                --m_left[tensor];
            for (const std::size_t tensor : m_writes[step])
                for (const std::size_t reader : m_problem.tensors[tensor].reads)
                    if (--m_waits[reader] == 0) m_ready.push_back(reader);
        }
        return order;
    }

    const std::vector<std::size_t>& ready() const { return m_ready; } // in the order in which they became so
    // Bytes by which a step changes what is alive after it.
    std::int64_t growthOf(std::size_t step) const {
        std::int64_t bytes = 0;
        for (const std::size_t tensor : m_writes[step])
            if (m_left[tensor] > 0) bytes += m_problem.tensors[tensor].bytes;
        for (const std::size_t tensor : m_reads[step])
            if (m_left[tensor] == 1) bytes -= m_problem.tensors[tensor].bytes;
        return bytes;
    }

private:
    const Problem& m_problem;
    std::vector<std::size_t> m_waits, m_left, m_ready;       // by step, by tensor
    std::vector<std::vector<std::size_t>> m_writes, m_reads; // tensors by step
};

Order given(const Problem& problem) {
    Order order(problem.steps.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
}
Order breadthFirst(const Problem& problem) {
    return ReadySteps(problem).all([](const ReadySteps&) { return std::size_t(0); });
}
Order depthFirst(const Problem& problem) {
    return ReadySteps(problem).all([](const ReadySteps& steps) { return steps.ready().size() - 1; });
}
Order leastAlive(const Problem& problem) {
    return ReadySteps(problem).all([](const ReadySteps& steps) {
        const auto& ready = steps.ready();
        const auto best = std::ranges::min_element(
            ready, {}, [&](std::size_t step) { return std::pair(steps.growthOf(step), step); });
        return static_cast<std::size_t>(best - ready.begin());
    });
}

constexpr std::array Rules{
    OrderRule{"given", TRANSLATABLE("Setting", "the order in which the network runs"), given},
    OrderRule{"depth first", TRANSLATABLE("Setting", "one branch to its end before the next one"), depthFirst},
    OrderRule{"breadth first", TRANSLATABLE("Setting", "all branches at the same time"), breadthFirst},
    OrderRule{"least alive", TRANSLATABLE("Setting", "the step after which the fewest bytes are alive"),
              leastAlive},
};

} // namespace

std::span<const OrderRule> orderRules() { return Rules; }

Result<Problem> reordered(const Problem& problem, const Order& order) {
    const std::size_t steps = problem.steps.size();
    std::vector<std::size_t> places(steps, steps);
    for (std::size_t place = 0; place < order.size(); ++place)
        if (order[place] < steps) places[order[place]] = place;
    if (order.size() != steps || std::ranges::find(places, steps) != places.end())
        return badInput(say("expected an order that has each step once"));
    const auto moved = [&](std::vector<std::size_t>& reads) {
        for (std::size_t& step : reads)
            step = places[step];
        std::ranges::sort(reads);
    };
    Problem result = problem;
    for (std::size_t place = 0; place < steps; ++place) {
        result.steps[place] = problem.steps[order[place]];
        for (std::size_t i = 0; i < result.devices.size(); ++i)
            result.devices[i].seconds[place] = problem.devices[i].seconds[order[place]];
    }
    for (Tensor& each : result.tensors) {
        if (each.made != Tensor::Given) each.made = places[each.made];
        moved(each.reads);
    }
    for (Weight& each : result.weights)
        moved(each.reads);
    RETURN_IF_ERROR(validate(result));
    return result;
}

Result<OrderedFound> leastPeriodOfOrders(const Problem& problem, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    std::vector<Order> tried;
    std::optional<OrderedFound> best;
    std::optional<Error> failure;
    double periodAtMost = Infinity; // what is known to be reached: the rest is not looked at
    for (const OrderRule& rule : Rules) {
        Order order = rule.order(problem);
        if (std::ranges::find(tried, order) != tried.end()) continue;
        ASSIGN_OR_RETURN(Problem other, reordered(problem, order));
        tried.push_back(order);
        if (!best && problem.replicas) { // of far fewer sets of devices
            Problem single = other;
            single.replicas = false;
            if (const auto found = leastPeriod(single, run)) periodAtMost = found->figures.period;
        }
        StageSearch search(other, run);
        RETURN_IF_ERROR(search.prepare());
        const auto found = search.best(Objective::Period, periodAtMost);
        if (!found) {
            if (found.error().code != ErrorCode::BadInput) return found.error();
            failure = found.error(); // the cut of another order may fit
        } else if (!best || found->figures.period < periodAtMost) {
            periodAtMost = found->figures.period;
            best = OrderedFound{&rule, std::move(order), std::move(other), {}, 0};
        }
    }
    if (!best) return *failure;
    ASSIGN_OR_RETURN(best->found, leastPeriods(best->problem, run));
    best->tried = tried.size();
    return *std::move(best);
}

} // namespace edgewright::partition
