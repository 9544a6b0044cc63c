// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/tree_votes.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace edgewright::ops {

namespace {

constexpr std::int64_t MaxTargets = std::int64_t(1) << 24;

Error wrongLength(std::string_view name, std::size_t length, std::size_t expected) {
    return badInput(say("{1} has {2} entries where {3} are expected", name, length, expected));
}

// An integer list with one entry per node (or vote); absent stands for zeros where `optional`.
Result<std::vector<std::int64_t>> column(const ir::Node& node, std::string_view name, std::size_t count,
                                         bool optional = false) {
    auto list = node.ints(name);
    if (list.empty() && optional) list.assign(count, 0);
    if (list.size() != count) return wrongLength(name, list.size(), count);
    return list;
}

// No node may be its own ancestor, or a row would walk for ever.
Result<void> expectNoCycle(const TreeEnsemble& trees) {
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> marks(trees.nodes.size(), Mark::New);
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < trees.nodes.size(); ++start) {
        path.push_back(start);
        while (!path.empty()) {
            const std::size_t at = path.back();
            if (marks[at] != Mark::New) { // seen from below, or a second time
                marks[at] = Mark::Done;
                path.pop_back();
                continue;
            }
            marks[at] = Mark::Open;
            const TreeNode& node = trees.nodes[at];
            if (node.branch == Branch::Leaf) continue;
            for (const std::size_t child : {node.whenTrue, node.whenFalse}) {
                if (marks[child] == Mark::Open) return badInput(say("a tree returns to its node {1}", child));
                if (marks[child] == Mark::New) path.push_back(child);
            }
        }
    }
    return {};
}

Result<std::size_t> featureOf(std::int64_t feature, TreeEnsemble& trees) {
    constexpr std::int64_t maxFeature = std::int64_t(1) << 40;
    if (feature < 0 || feature > maxFeature) return badInput(say("nodes_featureids holds {1}", feature));
    trees.features = std::max(trees.features, feature + 1);
    return static_cast<std::size_t>(feature);
}

Result<TreeEnsemble::Vote> voteOf(std::int64_t target, double weight, TreeEnsemble& trees) {
    if (target < 0 || target >= trees.targets)
        return badInput(say("a leaf votes for target {1} of {2}", target, trees.targets));
    const TreeEnsemble::Vote vote{static_cast<std::size_t>(target), weight};
    trees.negativeVotes = trees.negativeVotes || weight < 0;
    trees.oneTarget = trees.oneTarget && (trees.votes.empty() || trees.votes.front().target == vote.target);
    return vote;
}

Result<Branch> branchNamed(const std::string& name) {
    if (name == "BRANCH_LEQ") return Branch::LessOrEqual;
    if (name == "BRANCH_LT") return Branch::Less;
    if (name == "BRANCH_GTE") return Branch::GreaterOrEqual;
    if (name == "BRANCH_GT") return Branch::Greater;
    if (name == "BRANCH_EQ") return Branch::Equal;
    if (name == "BRANCH_NEQ") return Branch::NotEqual;
    if (name == "LEAF") return Branch::Leaf;
    return badInput(say("nodes_modes holds '{1}'", name));
}

// Nodes by (tree, number).
class Numbers {
public:
    // False when the pair is taken.
    bool add(std::int64_t tree, std::int64_t number, std::size_t index) {
        return m_trees[tree].try_emplace(number, index).second;
    }
    Result<std::size_t> find(std::int64_t tree, std::int64_t number) const {
        if (const auto nodes = m_trees.find(tree); nodes != m_trees.end())
            if (const auto found = nodes->second.find(number); found != nodes->second.end())
                return found->second;
        return badInput(say("tree {1} has no node {2}", tree, number));
    }

private:
    std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::size_t>> m_trees;
};

// Gives each leaf its votes, in the order of the list.
Result<void> addVotes(const ir::Node& node, const std::string& prefix, const Numbers& numbers,
                      TreeEnsemble& trees) {
    const auto weights = numberList(node, prefix + "_weights");
    ASSIGN_OR_RETURN(const auto treeIds, column(node, prefix + "_treeids", weights.size()));
    ASSIGN_OR_RETURN(const auto nodeIds, column(node, prefix + "_nodeids", weights.size()));
    ASSIGN_OR_RETURN(const auto targets, column(node, prefix + "_ids", weights.size()));
    std::vector<std::pair<std::size_t, TreeEnsemble::Vote>> votes; // with their nodes
    for (std::size_t i = 0; i < weights.size(); ++i) {
        ASSIGN_OR_RETURN(const auto leaf, numbers.find(treeIds[i], nodeIds[i]));
        ASSIGN_OR_RETURN(const auto vote, voteOf(targets[i], weights[i], trees));
        trees.votes.push_back(vote);
        votes.emplace_back(leaf, vote);
    }
    std::ranges::stable_sort(votes, {}, &std::pair<std::size_t, TreeEnsemble::Vote>::first);
    for (std::size_t i = 0; i < votes.size(); ++i) {
        trees.votes[i] = votes[i].second;
        TreeNode& leaf = trees.nodes[votes[i].first];
        if (leaf.branch != Branch::Leaf) continue; // a vote that nobody casts
        if (leaf.end == 0) leaf.begin = i;
        leaf.end = i + 1;
    }
    return {};
}

// membership_values lists the sets of the Member nodes in order, a NaN after each.
Result<void> addSets(const ir::Node& node, TreeEnsemble& trees) {
    trees.members = numberList(node, "membership_values");
    auto at = trees.members.begin();
    for (TreeNode& each : trees.nodes) {
        if (each.branch != Branch::Member) continue;
        if (at == trees.members.end())
            return badInput(say("membership_values has fewer sets than nodes ask for"));
        const auto end = std::find_if(at, trees.members.end(), [](double value) { return std::isnan(value); });
        std::sort(at, end);
        each.begin = static_cast<std::size_t>(at - trees.members.begin());
        each.end = static_cast<std::size_t>(end - trees.members.begin());
        at = end == trees.members.end() ? end : end + 1;
    }
    return {};
}

bool isTrue(const TreeNode& node, double x, const std::vector<double>& members) {
    if (node.missingIsTrue && std::isnan(x)) return true;
    switch (node.branch) {
    case Branch::LessOrEqual:
        return x <= node.threshold;
    case Branch::Less:
        return x < node.threshold;
    case Branch::GreaterOrEqual:
        return x >= node.threshold;
    case Branch::Greater:
        return x > node.threshold;
    case Branch::Equal:
        return x == node.threshold;
    case Branch::NotEqual:
        return x != node.threshold;
    case Branch::Member:
        return std::binary_search(members.begin() + static_cast<std::ptrdiff_t>(node.begin),
                                  members.begin() + static_cast<std::ptrdiff_t>(node.end), x) &&
               !std::isnan(x);
    case Branch::Leaf:
        break;
    }
    return false;
}

} // namespace

Result<std::int64_t> targetCount(const ir::Node& node) {
    const std::int64_t targets = node.intOr("n_targets", 1);
    if (targets >= 1 && targets <= MaxTargets) return targets;
    return badInput(say("n_targets is {1}", targets));
}

Result<TreeEnsemble> treesByNumber(const ir::Node& node, const std::string& prefix, std::int64_t targets) {
    TreeEnsemble trees;
    trees.targets = targets;
    const auto treeIds = node.ints("nodes_treeids");
    const std::size_t count = treeIds.size();
    ASSIGN_OR_RETURN(const auto nodeIds, column(node, "nodes_nodeids", count));
    ASSIGN_OR_RETURN(const auto features, column(node, "nodes_featureids", count));
    ASSIGN_OR_RETURN(const auto whenTrue, column(node, "nodes_truenodeids", count));
    ASSIGN_OR_RETURN(const auto whenFalse, column(node, "nodes_falsenodeids", count));
    ASSIGN_OR_RETURN(const auto missing, column(node, "nodes_missing_value_tracks_true", count, true));
    const auto thresholds = numberList(node, "nodes_values");
    if (thresholds.size() != count) return wrongLength("nodes_values", thresholds.size(), count);
    const auto modes = stringList(node, "nodes_modes");
    if (modes.size() != count) return wrongLength("nodes_modes", modes.size(), count);

    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i)
        if (!numbers.add(treeIds[i], nodeIds[i], i))
            return badInput(say("tree {1} has two nodes {2}", treeIds[i], nodeIds[i]));
    trees.nodes.resize(count);
    std::vector<bool> isChild(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        TreeNode& each = trees.nodes[i];
        ASSIGN_OR_RETURN(each.branch, branchNamed(modes[i]));
        if (each.branch == Branch::Leaf) continue;
        ASSIGN_OR_RETURN(const auto feature, featureOf(features[i], trees));
        ASSIGN_OR_RETURN(const auto left, numbers.find(treeIds[i], whenTrue[i]));
        ASSIGN_OR_RETURN(const auto right, numbers.find(treeIds[i], whenFalse[i]));
        each.feature = feature;
        each.threshold = thresholds[i];
        each.missingIsTrue = missing[i] != 0;
        each.whenTrue = left;
        each.whenFalse = right;
        isChild[left] = isChild[right] = true;
    }
    std::unordered_map<std::int64_t, std::size_t> roots; // by tree
    for (std::size_t i = 0; i < count; ++i)
        if (!isChild[i] && roots.try_emplace(treeIds[i], i).second) trees.roots.push_back(i);
    for (std::size_t i = 0; i < count; ++i)
        if (!roots.contains(treeIds[i])) return badInput(say("tree {1} has no root", treeIds[i]));
    RETURN_IF_ERROR(addVotes(node, prefix, numbers, trees));
    RETURN_IF_ERROR(expectNoCycle(trees));
    return trees;
}

Result<TreeEnsemble> treesByPosition(const ir::Node& node) {
    TreeEnsemble trees;
    ASSIGN_OR_RETURN(trees.targets, targetCount(node));
    const auto modes = numberList(node, "nodes_modes");
    const std::size_t count = modes.size();
    ASSIGN_OR_RETURN(const auto features, column(node, "nodes_featureids", count));
    const auto thresholds = numberList(node, "nodes_splits");
    if (thresholds.size() != count) return wrongLength("nodes_splits", thresholds.size(), count);
    ASSIGN_OR_RETURN(const auto missing, column(node, "nodes_missing_value_tracks_true", count, true));
    const auto weights = numberList(node, "leaf_weights");
    ASSIGN_OR_RETURN(const auto voted, column(node, "leaf_targetids", weights.size()));

    trees.nodes.resize(count + weights.size()); // leaves come after the branches
    for (std::size_t i = 0; i < weights.size(); ++i) {
        ASSIGN_OR_RETURN(const auto vote, voteOf(voted[i], weights[i], trees));
        trees.votes.push_back(vote);
        trees.nodes[count + i].begin = i;
        trees.nodes[count + i].end = i + 1;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!(modes[i] >= 0 && modes[i] <= static_cast<double>(Branch::Member)))
            return badInput(say("nodes_modes holds {1}", std::to_string(modes[i])));
        ASSIGN_OR_RETURN(const auto feature, featureOf(features[i], trees));
        trees.nodes[i].branch = static_cast<Branch>(static_cast<int>(modes[i]));
        trees.nodes[i].feature = feature;
        trees.nodes[i].threshold = thresholds[i];
        trees.nodes[i].missingIsTrue = missing[i] != 0;
    }
    const auto link = [&](std::string_view ids, std::string_view leafs,
                          std::size_t TreeNode::*child) -> Result<void> {
        ASSIGN_OR_RETURN(const auto positions, column(node, ids, count));
        ASSIGN_OR_RETURN(const auto leaf, column(node, leafs, count));
        for (std::size_t i = 0; i < count; ++i) {
            const bool isLeaf = leaf[i] != 0;
            const std::int64_t at = positions[i];
            if (at < 0 || static_cast<std::size_t>(at) >= (isLeaf ? weights.size() : count))
                return badInput(say("{1} holds {2}", ids, at));
            trees.nodes[i].*child = static_cast<std::size_t>(at) + (isLeaf ? count : 0);
        }
        return {};
    };
    RETURN_IF_ERROR(link("nodes_truenodeids", "nodes_trueleafs", &TreeNode::whenTrue));
    RETURN_IF_ERROR(link("nodes_falsenodeids", "nodes_falseleafs", &TreeNode::whenFalse));
    for (const std::int64_t root : node.ints("tree_roots")) {
        if (root < 0 || static_cast<std::size_t>(root) >= count)
            return badInput(say("tree_roots holds {1}", root));
        trees.roots.push_back(static_cast<std::size_t>(root));
    }
    RETURN_IF_ERROR(addSets(node, trees));
    RETURN_IF_ERROR(expectNoCycle(trees));
    return trees;
}

void scoreRow(const TreeEnsemble& trees, Aggregate how, std::span<const double> row, std::span<double> scores,
              std::span<std::uint8_t> voted) {
    std::ranges::fill(scores, 0.0);
    std::ranges::fill(voted, std::uint8_t(0));
    for (std::size_t at : trees.roots) {
        while (trees.nodes[at].branch != Branch::Leaf) {
            const TreeNode& node = trees.nodes[at];
            at = isTrue(node, row[node.feature], trees.members) ? node.whenTrue : node.whenFalse;
        }
        for (std::size_t i = trees.nodes[at].begin; i < trees.nodes[at].end; ++i) {
            const auto& [target, weight] = trees.votes[i];
            double& score = scores[target];
            if (voted[target] == 0 || how == Aggregate::Sum || how == Aggregate::Average)
                score += weight;
            else
                score = how == Aggregate::Min ? std::min(score, weight) : std::max(score, weight);
            voted[target] = 1;
        }
    }
    if (how == Aggregate::Average && !trees.roots.empty())
        for (double& score : scores)
            score /= static_cast<double>(trees.roots.size());
}

} // namespace edgewright::ops
