// SPDX-License-Identifier: GPL-3.0-or-later
// Decision trees whose leaves vote for targets.
#pragma once

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/operands/parallel.h"

namespace edgewright::ops {

// Numbered as TreeEnsemble's nodes_modes.
enum class Branch : std::uint8_t { LessOrEqual, Less, GreaterOrEqual, Greater, Equal, NotEqual, Member, Leaf };

enum class Aggregate { Average, Sum, Min, Max }; // numbered as TreeEnsemble's aggregate_function

struct TreeNode {
    Branch branch = Branch::Leaf;
    bool missingIsTrue = false; // where a NaN goes (for NotEqual, which it satisfies, it is true in any case)
    std::size_t feature = 0;
    double threshold = 0;
    std::size_t whenTrue = 0, whenFalse = 0; // nodes
    std::size_t begin = 0, end = 0;          // of a leaf: its votes; of a Member: its set
};

// A sound ensemble: every link exists, no walk from a root returns to a node, votes are for targets below
// `targets`.
struct TreeEnsemble {
    struct Vote {
        std::size_t target = 0;
        double weight = 0;
    };
    std::vector<TreeNode> nodes;
    std::vector<std::size_t> roots;
    std::vector<Vote> votes;
    std::vector<double> members; // the sets, each sorted
    std::int64_t targets = 1;
    std::int64_t features = 0; // how many a row must have
    bool negativeVotes = false;
    bool oneTarget = true; // all votes are for the same one
};

// TreeEnsembleClassifier and -Regressor: nodes named by tree and number; `prefix` is "class" or "target".
Result<TreeEnsemble> treesByNumber(const ir::Node& node, const std::string& prefix, std::int64_t targets);
// TreeEnsemble: nodes and leaves linked by position.
Result<TreeEnsemble> treesByPosition(const ir::Node& node);

// n_targets: 1 when absent; BadInput outside [1, 2^24].
Result<std::int64_t> targetCount(const ir::Node& node);

// The votes of all trees on one row. Both spans have `targets` entries; `voted` tells which targets got a vote,
// the others score 0.
void scoreRow(const TreeEnsemble& trees, Aggregate how, std::span<const double> row, std::span<double> scores,
              std::span<std::uint8_t> voted);

// visit(row, scores, voted) for every row, several at the same time; `scores` may be changed.
template <typename Visit>
Result<void> forEachScoredRow(KernelContext& context, const TreeEnsemble& trees, Aggregate how,
                              const FeatureRows& rows, Visit visit) {
    if (rows.features < trees.features)
        return badInput(
            say("rows have {1} features where the trees ask for {2}", rows.features, trees.features));
    constexpr std::int64_t block = 32; // rows of one task
    const std::int64_t tasks = ceilDiv(rows.rows, block);
    const auto walks = static_cast<std::int64_t>(trees.roots.size()) + trees.targets;
    const std::int64_t work = checkedMul(walks * 20, rows.rows).value_or(std::int64_t(1) << 40);
    parallelFor(usefulThreads(context.threads(), work, tasks), tasks, [&](std::int64_t task, int) {
        std::vector<double> scores(static_cast<std::size_t>(trees.targets));
        std::vector<std::uint8_t> voted(scores.size());
        const std::int64_t end = std::min(rows.rows, (task + 1) * block);
        for (std::int64_t row = task * block; row < end && !context.run().stopped(); ++row) {
            scoreRow(trees, how, rows.row(row), scores, voted);
            visit(row, std::span(scores), std::span<const std::uint8_t>(voted));
        }
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
