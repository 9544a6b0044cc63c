// SPDX-License-Identifier: GPL-3.0-or-later
// Decision trees whose votes are targets or scores of classes.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/held_numbers.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/tree_votes.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/node_state.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::tree_ensembles {

namespace {

Result<void> inferTrees(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    ir::TensorType type(context.input(0)->dtype);
    if (context.input(0)->shape) type.shape = std::vector<ir::Dim>{rows, ir::Dim(targets)};
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runTrees(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, treesByPosition));
    const std::int64_t how = context.node().intOr("aggregate_function", 1);
    const std::int64_t post = context.node().intOr("post_transform", 0);
    if (how < 0 || how > 3 || post < 0 || post > 4)
        return badInput(
            say("aggregate_function is {1} and post_transform {2} where 0 to 3 and 0 to 4 are expected", how,
                post));
    constexpr std::array transforms{PostTransform::None, PostTransform::Softmax, PostTransform::Logistic,
                                    PostTransform::SoftmaxZero, PostTransform::Probit};
    const std::int64_t targets = trees->targets;
    const auto count = checkedMul(rows.rows, targets);
    if (!count || *count > std::int64_t(1) << 32) return badInput(say("the output has too many elements"));
    std::vector<double> result(static_cast<std::size_t>(*count));
    auto done = forEachScoredRow(context, *trees, static_cast<Aggregate>(how), rows,
                                 [&](std::int64_t row, std::span<double> scores, auto) {
                                     transformScores(transforms[static_cast<std::size_t>(post)], scores);
                                     std::ranges::copy(scores, result.begin() + row * targets);
                                 });
    if (!done) return done;
    return setNumbers(context, 0, context.input(0)->dtype(), {rows.rows, targets}, result);
}

// What the standard leaves open (two classes with votes for one of them) is as ONNX Runtime has it.
Result<void> inferClassifier(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(context.node(), "classlabels_int64s"));
    context.setOutput(0, {labels.type(), std::vector<ir::Dim>{rows}});
    context.setOutput(1, {ir::DataType::Float32,
                          std::vector<ir::Dim>{rows, ir::Dim(static_cast<std::int64_t>(labels.count()))}});
    return {};
}

class Decision {
public:
    Decision(const TreeEnsemble& trees, std::size_t classes, PostTransform post, std::vector<double> base)
        : m_trees(trees), m_two(classes == 2 && trees.oneTarget && !trees.votes.empty()), m_post(post),
          m_base(std::move(base)) {}

    // The class; `scores` become those of the output.
    std::int64_t decide(std::span<double> scores, std::span<const std::uint8_t> voted) const {
        return m_two ? decideTwo(scores) : decideMany(scores, voted);
    }

private:
    // All trees vote for one class of two: a positive weight is a probability, else the sign decides.
    std::int64_t decideTwo(std::span<double> scores) const {
        double score = scores[m_trees.votes.front().target];
        if (!m_base.empty()) score += m_base.back();
        const bool probability = !m_trees.negativeVotes;
        const bool both = m_base.size() == 2;
        const PostTransform post =
            probability && !both && m_post == PostTransform::Logistic ? PostTransform::None : m_post;
        std::ranges::copy(scoresOfTwo(post, score, probability && !both), scores.begin());
        return score > (probability ? 0.5 : 0.0) ? 1 : 0;
    }
    std::int64_t decideMany(std::span<double> scores, std::span<const std::uint8_t> voted) const {
        std::int64_t best = -1;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            if (i < m_base.size()) scores[i] += m_base[i];
            const bool counts = voted[i] != 0 || i < m_base.size();
            if (counts && (best < 0 || scores[i] > scores[static_cast<std::size_t>(best)]))
                best = static_cast<std::int64_t>(i);
        }
        transformScores(m_post, scores);
        return best;
    }

    const TreeEnsemble& m_trees;
    bool m_two;
    PostTransform m_post;
    std::vector<double> m_base;
};

Result<void> runClassifier(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(context.node(), "classlabels_int64s"));
    const auto classes = static_cast<std::int64_t>(labels.count());
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, [&](const ir::Node& node) {
                         return treesByNumber(node, "class", classes);
                     }));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    auto base = numberList(context.node(), "base_values");
    if (base.size() > labels.count())
        return badInput(say("base_values has {1} entries where {2} are expected", base.size(), classes));
    const Decision decision(*trees, labels.count(), post, std::move(base));
    ASSIGN_OR_RETURN(auto out, context.output(1, ir::DataType::Float32, {rows.rows, classes}));
    float* result = out.as<float>().data();
    std::vector<std::int64_t> chosen(static_cast<std::size_t>(rows.rows));
    auto done = forEachScoredRow(
        context, *trees, Aggregate::Sum, rows, [&](std::int64_t row, std::span<double> scores, auto voted) {
            chosen[static_cast<std::size_t>(row)] = decision.decide(scores, voted);
            for (std::size_t i = 0; i < scores.size(); ++i)
                result[row * classes + static_cast<std::int64_t>(i)] = static_cast<float>(scores[i]);
        });
    if (!done) return done;
    return setLabels(context, labels, chosen);
}

Result<void> inferRegressor(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, ir::Dim(targets)}});
    return {};
}

Result<Aggregate> aggregateOf(const ir::Node& node) {
    const std::string name = node.stringOr("aggregate_function", "SUM");
    if (name == "SUM") return Aggregate::Sum;
    if (name == "AVERAGE") return Aggregate::Average;
    if (name == "MIN") return Aggregate::Min;
    if (name == "MAX") return Aggregate::Max;
    return badInput(say("aggregate_function is '{1}' where AVERAGE, SUM, MIN or MAX is expected", name));
}

Result<void> runRegressor(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, [&](const ir::Node& node) {
                         return treesByNumber(node, "target", targets);
                     }));
    ASSIGN_OR_RETURN(const auto how, aggregateOf(context.node()));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    const auto base = numberList(context.node(), "base_values");
    if (!base.empty() && static_cast<std::int64_t>(base.size()) != targets)
        return badInput(say("base_values has {1} entries where {2} are expected", base.size(), targets));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, {rows.rows, targets}));
    float* result = out.as<float>().data();
    return forEachScoredRow(context, *trees, how, rows, [&](std::int64_t row, std::span<double> scores, auto) {
        for (std::size_t i = 0; i < base.size(); ++i)
            scores[i] += base[i];
        transformScores(post, scores);
        for (std::size_t i = 0; i < scores.size(); ++i)
            result[row * targets + static_cast<std::int64_t>(i)] = static_cast<float>(scores[i]);
    });
}

// The thresholds of inner nodes, the leaves and the base values. The newest form lists no thresholds for
// leaves.
HeldNumbers heldNumbers(const ir::Node& node) {
    HeldNumbers sum =
        numbersIn(node, {"nodes_splits", "leaf_weights", "class_weights", "target_weights", "base_values"});
    if (const HeldNumbers values = numbersIn(node, std::string("nodes_values")); values.count > 0) {
        const std::vector<std::string> modes = stringList(node, "nodes_modes");
        const auto leaves = static_cast<std::int64_t>(std::ranges::count(modes, "LEAF"));
        const std::int64_t inner = std::max<std::int64_t>(values.count - leaves, 0);
        sum.count += inner;
        sum.bytes += inner * (values.bytes / values.count);
    }
    return sum;
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.domain = "ai.onnx.ml",
            .name = name,
            .category = Category::Compute,
            .infer = infer,
            .run = run,
            .heldNumbers = heldNumbers};
}

constexpr std::array Rows{
    row("TreeEnsemble", inferTrees, runTrees),
    row("TreeEnsembleClassifier", inferClassifier, runClassifier),
    row("TreeEnsembleRegressor", inferRegressor, runRegressor),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::tree_ensembles
