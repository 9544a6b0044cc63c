// SPDX-License-Identifier: GPL-3.0-or-later
// Guided by a cost model that learns from the trials: evolution on what the model predicts finds candidates,
// the most promising are tried, the model is fitted again. Some trials of each batch are steps from the best
// point known and some are drawn, against models that are sure of what they have not seen. Guarantee: none, but
// every admitted point in the end. A batch costs O(trials) to fit and O(candidates) to predict. Source: Chen et
// al., "Learning to Optimize Tensor Programs" (AutoTVM), NeurIPS 2018; Zheng et al., "Ansor", OSDI 2020,
// section 5: the target is the best value divided by the value, 0 where it does not fit.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/cost/search/strategy.h"
#include "core/cost/search/trees/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::cost::search::learned_strategy {

namespace {

constexpr std::size_t FirstDraws = 12;
constexpr std::size_t MinBatch = 8, MaxBatch = 64; // a sixteenth of the trials between
constexpr double Drawn = 0.1;                      // share of trials at random
constexpr double FirstStepped = 0.35,
                 Stepped = 0.5; // ... that are steps from the best point, at first and later
constexpr std::size_t FirstTrials = 64;

class Learned final : public Proposer {
public:
    Learned(const Space& space, PointId points, std::uint64_t seed, std::unique_ptr<CostModel> model)
        : m_space(space), m_points(points), m_unknown(space, points), m_random(seed),
          m_model(std::move(model)) {}

    Result<std::vector<PointId>> propose(const History& history, std::int64_t limit,
                                         const RunContext& run) override {
        learn(history);
        m_foreseen.clear();
        std::vector<PointId> found = firstUnknown(m_space, history, limit);
        if (!found.empty()) return found;
        const std::size_t tried = m_seen;
        if (tried >= FirstDraws && std::isfinite(m_best.value)) {
            const std::size_t batch =
                std::min(static_cast<std::size_t>(limit), std::clamp(tried / 16, MinBatch, MaxBatch));
            RETURN_IF_ERROR(m_model->fit(m_rows, targets(history)));
            ASSIGN_OR_RETURN(const std::vector<PointId> promising,
                             promisingPoints(m_space, m_points, history, *m_model, batch, m_random, run));
            for (std::size_t next = 0; found.size() < batch && next < promising.size();)
                if (!other(history, found, run)) {
                    // What was drawn or stepped to may be promising, too.
                    if (!std::ranges::count(found, promising[next])) found.push_back(promising[next]);
                    ++next;
                }
            if (!found.empty()) RETURN_IF_ERROR(foresee(found));
        }
        if (found.empty()) draw(history, tried < FirstDraws ? FirstDraws - tried : 1, limit, run, found);
        return found;
    }
    std::vector<double> foreseen() const override { return m_foreseen; }
    bool triedAll() const override { return m_unknown.exhausted(); }

private:
    // All of a batch, whoever chose them: what is told of the model is not told by its favourites alone.
    Result<void> foresee(std::span<const PointId> points) {
        Rows rows;
        for (const PointId id : points) {
            decode(m_space, id, m_point);
            appendFeatures(m_space, m_point, rows.numbers);
            if (rows.width == 0) rows.width = rows.numbers.size();
        }
        ASSIGN_OR_RETURN(const std::vector<float> predicted, m_model->predict(rows));
        m_foreseen.assign(predicted.begin(), predicted.end());
        return {};
    }
    void learn(const History& history) {
        for (; m_seen < history.trials().size(); ++m_seen) {
            const Trial& trial = history.trials()[m_seen];
            if (trial.value <= m_best.value) m_best = trial; // goes on over plateaus
            decode(m_space, trial.point, m_point);
            appendFeatures(m_space, m_point, m_rows.numbers);
            if (m_rows.width == 0) m_rows.width = m_rows.numbers.size();
        }
    }
    std::vector<float> targets(const History& history) const {
        std::vector<float> targets;
        for (const Trial& trial : history.trials())
            targets.push_back(trial.value > 0 ? static_cast<float>(m_best.value / trial.value) : 1.0F);
        return targets;
    }
    void draw(const History& history, std::size_t count, std::int64_t limit, const RunContext& run,
              std::vector<PointId>& found) {
        for (count = std::min(count, static_cast<std::size_t>(limit)); count > 0; --count) {
            const auto id = m_unknown.next(history, found, m_random, run);
            if (!id) break;
            found.push_back(*id);
        }
    }
    // Adds a point that the model has no part in, in so many of a hundred cases.
    bool other(const History& history, std::vector<PointId>& found, const RunContext& run) {
        const double kind = m_random.unit();
        if (kind < Drawn) {
            const auto id = m_unknown.next(history, found, m_random, run);
            if (id) found.push_back(*id);
            return id.has_value();
        }
        if (kind >= Drawn + (m_seen < FirstTrials ? FirstStepped : Stepped)) return false;
        decode(m_space, m_best.point, m_point);
        if (!step(m_space, m_random, m_point, m_moved)) return false;
        const PointId id = idOf(m_space, m_moved);
        if (history.knows(id) || std::ranges::count(found, id)) return false;
        found.push_back(id);
        return true;
    }

    const Space& m_space;
    PointId m_points;
    Unknown m_unknown;
    Random m_random;
    std::unique_ptr<CostModel> m_model;
    Rows m_rows; // of each trial
    std::size_t m_seen = 0;
    std::vector<double> m_foreseen; // of the last batch; none where the model had no part in it
    Trial m_best{0, std::numeric_limits<double>::infinity()};
    Point m_point, m_moved;
};

// The default is the first one that is there: a library may have been removed since the build.
Result<std::unique_ptr<CostModel>> modelOf(const std::string& name) {
    if (!name.empty()) {
        if (const CostModelEntry* const entry = findCostModel(name)) return entry->make();
        std::string known;
        for (const CostModelEntry* const entry : costModels())
            known += (known.empty() ? "" : ", ") + std::string(entry->name);
        return badInput(say("cost model '{1}': expected one of {2}", name, known));
    }
    auto model = costModels().front()->make();
    for (const CostModelEntry* const entry : costModels())
        if (!model) model = entry->make();
    return model;
}

Result<std::unique_ptr<Proposer>> start(const Space& space, PointId points, const StrategyOptions& options) {
    ASSIGN_OR_RETURN(auto model, modelOf(options.costModel));
    return std::unique_ptr<Proposer>(std::make_unique<Learned>(space, points, options.seed, std::move(model)));
}

} // namespace

extern const Strategy entry{.name = "learned",
                            .title = TRANSLATABLE("Word", "Learned cost model"),
                            .summary = "Guided by trees that learn from the trials",
                            .start = start};

} // namespace edgewright::cost::search::learned_strategy
