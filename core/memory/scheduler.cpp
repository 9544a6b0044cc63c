// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/scheduler.h"

#include "core/base/catalogue.h"
#include "core/base/checked.h"
#include "core/base/propagate.h"
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
            return badInput("more operators or storages than 2^32 - 2");
        for (const auto& storage : m_problem.storages)
            RETURN_IF_ERROR(add(storage.size, "storage '" + storage.name + "'"));
        for (std::size_t i = 0; i < m_problem.operators.size(); ++i)
            RETURN_IF_ERROR(checkOperator(static_cast<std::uint32_t>(i)));
        for (std::size_t s = 0; s < m_problem.storages.size(); ++s) {
            const auto& storage = m_problem.storages[s];
            if (!storage.given && m_writer[s] == None)
                return badInput("storage '" + storage.name + "' is neither given nor written by an operator");
        }
        return {};
    }

private:
    static constexpr std::uint32_t None = std::numeric_limits<std::uint32_t>::max();

    Result<void> add(std::int64_t bytes, const std::string& place) {
        if (bytes < 0) return badInput(place + " has a negative size");
        const auto sum = checkedAdd(m_sum, bytes);
        if (!sum) return badInput(place + " makes the sum of all sizes exceed 2^63 bytes");
        m_sum = *sum;
        return {};
    }

    Result<void> checkOperator(std::uint32_t index) {
        const auto& op = m_problem.operators[index];
        const std::string place = "operator '" + op.name + "'";
        for (const std::uint32_t before : op.after) {
            if (before >= index)
                return badInput(place + " waits for operator " + std::to_string(before) +
                                ", which is not one of the " + std::to_string(index) + " before it");
            m_awaited[before] = index;
        }
        RETURN_IF_ERROR(checkReads(op, index, place));
        RETURN_IF_ERROR(checkWrites(op, index, place));
        RETURN_IF_ERROR(checkOverwrites(op, index, place));
        return add(op.scratch, "the scratch of " + place);
    }

    Result<void> checkReads(const ScheduleProblem::Operator& op, std::uint32_t index,
                            const std::string& place) {
        for (const std::uint32_t s : op.reads) {
            if (s >= m_problem.storages.size())
                return badInput(place + " reads storage " + std::to_string(s) + " of " +
                                std::to_string(m_problem.storages.size()));
            const auto& storage = m_problem.storages[s];
            if (m_reader[s] == index) return badInput(place + " lists storage '" + storage.name + "' twice");
            m_reader[s] = index;
            if (storage.given) continue;
            if (m_writer[s] == None || m_awaited[m_writer[s]] != index)
                return badInput(place + " reads storage '" + storage.name +
                                "', but does not wait for the operator that writes it");
        }
        return {};
    }

    Result<void> checkWrites(const ScheduleProblem::Operator& op, std::uint32_t index,
                             const std::string& place) {
        for (const std::uint32_t s : op.writes) {
            if (s >= m_problem.storages.size())
                return badInput(place + " writes storage " + std::to_string(s) + " of " +
                                std::to_string(m_problem.storages.size()));
            const auto& storage = m_problem.storages[s];
            if (storage.given || m_writer[s] != None)
                return badInput(place + " writes storage '" + storage.name + "', which exists before it");
            m_writer[s] = index;
        }
        return {};
    }

    Result<void> checkOverwrites(const ScheduleProblem::Operator& op, std::uint32_t index,
                                 const std::string& place) {
        for (const std::uint32_t s : op.overwrites) {
            if (s >= m_problem.storages.size() || m_reader[s] != index || op.writes.empty())
                return badInput(place + " overwrites storage " + std::to_string(s) +
                                ", which it does not read, or writes nothing");
            const auto& storage = m_problem.storages[s];
            if (storage.kept || storage.size != m_problem.storages[op.writes[0]].size)
                return badInput(place + " overwrites storage '" + storage.name +
                                "', which is kept or of another size");
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
