// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/scheduler.h"

#include "core/base/catalogue.h"
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "schedulers.def"

#include <algorithm>
#include <limits>

namespace edgewright::memory {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_SCHEDULERS, schedulers, Scheduler, _scheduler)

const Scheduler* findScheduler(std::string_view name) {
    const auto all = schedulers();
    const auto it = std::ranges::find(all, name, &Scheduler::name);
    return it == all.end() ? nullptr : *it;
}

namespace {

class Validator {
public:
    explicit Validator(const ScheduleProblem& problem)
        : m_problem(problem), m_writer(problem.storages.size(), None), m_reader(problem.storages.size(), None),
          m_awaited(problem.operators.size(), None) {}

    Result<void> check() {
        constexpr std::size_t Most = std::numeric_limits<std::uint32_t>::max() - 1;
        if (m_problem.operators.size() > Most || m_problem.storages.size() > Most)
            return badInput(say("more operators or storages than 2^32 - 2"));
        for (const auto& storage : m_problem.storages)
            RETURN_IF_ERROR(add(storage.size, [&] { return say("storage '{1}'", storage.name); }));
        for (std::size_t i = 0; i < m_problem.operators.size(); ++i)
            RETURN_IF_ERROR(checkOperator(static_cast<std::uint32_t>(i)));
        for (std::size_t s = 0; s < m_problem.storages.size(); ++s) {
            const auto& storage = m_problem.storages[s];
            if (!storage.given && m_writer[s] == None)
                return badInput(say("storage '{1}' is neither given nor written by an operator", storage.name));
        }
        return {};
    }

private:
    static constexpr std::uint32_t None = std::numeric_limits<std::uint32_t>::max();

    Result<void> add(std::int64_t bytes, const auto& place) {
        if (bytes < 0) return badInput(say("{1} has a negative size", place()));
        const auto sum = checkedAdd(m_sum, bytes);
        if (!sum) return badInput(say("{1} makes the sum of all sizes exceed 2^63 bytes", place()));
        m_sum = *sum;
        return {};
    }

    Result<void> checkOperator(std::uint32_t index) {
        const auto& op = m_problem.operators[index];
        for (const std::uint32_t before : op.after) {
            if (before >= index)
                return badInput(
                    say("operator '{1}' waits for operator {2}, which is not one of the {3} before it", op.name,
                        before, index));
            m_awaited[before] = index;
        }
        RETURN_IF_ERROR(checkReads(op, index));
        RETURN_IF_ERROR(checkWrites(op, index));
        RETURN_IF_ERROR(checkOverwrites(op, index));
        return add(op.scratch, [&] { return say("the scratch of operator '{1}'", op.name); });
    }

    Result<void> checkReads(const ScheduleProblem::Operator& op, std::uint32_t index) {
        for (const std::uint32_t s : op.reads) {
            if (s >= m_problem.storages.size())
                return badInput(
                    say("operator '{1}' reads storage {2} of {3}", op.name, s, m_problem.storages.size()));
            const auto& storage = m_problem.storages[s];
            if (m_reader[s] == index)
                return badInput(say("operator '{1}' lists storage '{2}' twice", op.name, storage.name));
            m_reader[s] = index;
            if (storage.given) continue;
            if (m_writer[s] == None || m_awaited[m_writer[s]] != index)
                return badInput(
                    say("operator '{1}' reads storage '{2}', but does not wait for the operator that writes it",
                        op.name, storage.name));
        }
        return {};
    }

    Result<void> checkWrites(const ScheduleProblem::Operator& op, std::uint32_t index) {
        for (const std::uint32_t s : op.writes) {
            if (s >= m_problem.storages.size())
                return badInput(
                    say("operator '{1}' writes storage {2} of {3}", op.name, s, m_problem.storages.size()));
            const auto& storage = m_problem.storages[s];
            if (storage.given || m_writer[s] != None)
                return badInput(
                    say("operator '{1}' writes storage '{2}', which exists before it", op.name, storage.name));
            m_writer[s] = index;
        }
        return {};
    }

    Result<void> checkOverwrites(const ScheduleProblem::Operator& op, std::uint32_t index) {
        for (const std::uint32_t s : op.overwrites) {
            if (s >= m_problem.storages.size() || m_reader[s] != index || op.writes.empty())
                return badInput(
                    say("operator '{1}' overwrites storage {2}, which it does not read, or writes nothing",
                        op.name, s));
            const auto& storage = m_problem.storages[s];
            if (storage.kept || storage.size != m_problem.storages[op.writes[0]].size)
                return badInput(say("operator '{1}' overwrites storage '{2}', which is kept or of another size",
                                    op.name, storage.name));
        }
        return {};
    }

    const ScheduleProblem& m_problem;
    std::vector<std::uint32_t> m_writer;  // by storage
    std::vector<std::uint32_t> m_reader;  // by storage: the last one seen
    std::vector<std::uint32_t> m_awaited; // by operator: the last one that waits for it
    std::int64_t m_sum = 0;
};

} // namespace

Result<void> validate(const ScheduleProblem& problem) { return Validator(problem).check(); }

} // namespace edgewright::memory
