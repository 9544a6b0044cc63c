// SPDX-License-Identifier: GPL-3.0-or-later
// What the standard leaves open (two classes with votes for one of them) is as ONNX Runtime has it.
#include "core/base/propagate.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/tree_votes.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/node_state.h"

namespace edgewright::ops::tree_ensemble_classifier {

namespace {

Result<void> infer(InferContext& context) {
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

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(context.node(), "classlabels_int64s"));
    const auto classes = static_cast<std::int64_t>(labels.count());
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, [&](const ir::Node& node) {
                         return treesByNumber(node, "class", classes);
                     }));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    auto base = numberList(context.node(), "base_values");
    if (base.size() > labels.count())
        return badInput("base_values has " + std::to_string(base.size()) + " entries where " +
                        std::to_string(classes) + " are expected");
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

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "TreeEnsembleClassifier",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::tree_ensemble_classifier
