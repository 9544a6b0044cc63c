// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/candidate_selection.h"

#include <algorithm>
#include <compare>
#include <unordered_map>

namespace edgewright::fusion {

namespace {

constexpr std::size_t MaxExactCluster = 20;
constexpr int MaxExchangeRounds = 64; // rounds over a cluster

struct Weight {
    std::int64_t traffic = 0;
    std::int64_t launches = 0;
    friend auto operator<=>(const Weight&, const Weight&) = default;
    Weight operator+(const Weight& other) const { return {traffic + other.traffic, launches + other.launches}; }
};

class Chooser {
public:
    explicit Chooser(std::span<const Candidate> candidates)
        : m_weight(candidates.size()), m_rivals(candidates.size()), m_chosen(candidates.size(), false) {
        std::unordered_map<NodeId, std::vector<std::size_t>> users;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            m_weight[i] = {candidates[i].benefit.trafficBytes, candidates[i].benefit.launches};
            for (const NodeId node : candidates[i].nodes)
                for (auto& list = users[node]; list.empty() || list.back() != i;)
                    list.push_back(i);
        }
        for (const auto& [node, list] : users)
            for (const std::size_t a : list)
                for (const std::size_t b : list)
                    if (a != b) m_rivals[a].push_back(b);
        for (auto& list : m_rivals) {
            std::ranges::sort(list);
            list.erase(std::unique(list.begin(), list.end()), list.end());
        }
    }

    std::vector<std::size_t> choose() {
        std::vector<bool> seen(m_weight.size(), false);
        for (std::size_t i = 0; i < m_weight.size(); ++i) {
            if (seen[i]) continue;
            std::vector<std::size_t> cluster{i};
            seen[i] = true;
            for (std::size_t k = 0; k < cluster.size(); ++k)
                for (const std::size_t rival : m_rivals[cluster[k]])
                    if (!seen[rival]) {
                        seen[rival] = true;
                        cluster.push_back(rival);
                    }
            // Those that save most first; of equals the first in the order of the rules.
            std::ranges::sort(cluster, [&](std::size_t a, std::size_t b) {
                return m_weight[a] != m_weight[b] ? m_weight[a] > m_weight[b] : a < b;
            });
            if (cluster.size() <= MaxExactCluster)
                exact(cluster);
            else
                exchange(cluster);
            complete(cluster);
        }
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < m_chosen.size(); ++i)
            if (m_chosen[i]) result.push_back(i);
        return result;
    }

private:
    bool isFree(std::size_t i) const {
        return std::ranges::none_of(m_rivals[i], [&](std::size_t rival) { return m_chosen[rival]; });
    }

    void complete(const std::vector<std::size_t>& cluster) {
        for (const std::size_t i : cluster)
            if (!m_chosen[i] && isFree(i)) m_chosen[i] = true;
    }

    void exact(const std::vector<std::size_t>& cluster) {
        std::vector<Weight> rest(cluster.size() + 1); // the most that candidates from here on can add
        for (std::size_t i = cluster.size(); i-- > 0;)
            rest[i] = rest[i + 1] + Weight{std::max<std::int64_t>(m_weight[cluster[i]].traffic, 0),
                                           std::max<std::int64_t>(m_weight[cluster[i]].launches, 0)};
        std::vector<std::size_t> path, best;
        Weight bestWeight;
        branch(cluster, rest, 0, {}, path, best, bestWeight);
        for (const std::size_t i : path)
            m_chosen[i] = false;
        for (const std::size_t i : best)
            m_chosen[i] = true;
    }

    void branch(const std::vector<std::size_t>& cluster, const std::vector<Weight>& rest, std::size_t at,
                Weight weight, std::vector<std::size_t>& path, std::vector<std::size_t>& best,
                Weight& bestWeight) {
        if (weight > bestWeight) {
            bestWeight = weight;
            best = path;
        }
        if (at == cluster.size() || weight + rest[at] <= bestWeight) return;
        const std::size_t i = cluster[at];
        if (isFree(i)) {
            m_chosen[i] = true;
            path.push_back(i);
            branch(cluster, rest, at + 1, weight + m_weight[i], path, best, bestWeight);
            path.pop_back();
            m_chosen[i] = false;
        }
        branch(cluster, rest, at + 1, weight, path, best, bestWeight);
    }

    void exchange(const std::vector<std::size_t>& cluster) {
        complete(cluster);
        bool better = true;
        for (int round = 0; better && round < MaxExchangeRounds; ++round) {
            better = false;
            for (const std::size_t i : cluster) {
                if (m_chosen[i]) better = exchangeFor(i) || better;
            }
        }
    }

    // Exchanges `i` for candidates that it excludes, when those save more together.
    bool exchangeFor(std::size_t i) {
        m_chosen[i] = false;
        std::vector<std::size_t> descendants = m_rivals[i];
        std::ranges::sort(descendants, [&](std::size_t a, std::size_t b) {
            return m_weight[a] != m_weight[b] ? m_weight[a] > m_weight[b] : a < b;
        });
        std::vector<std::size_t> come;
        Weight weight;
        for (const std::size_t descendant : descendants)
            if (m_weight[descendant] > Weight() && isFree(descendant)) {
                m_chosen[descendant] = true;
                come.push_back(descendant);
                weight = weight + m_weight[descendant];
            }
        if (weight > m_weight[i]) return true;
        for (const std::size_t descendant : come)
            m_chosen[descendant] = false;
        m_chosen[i] = true;
        return false;
    }

    std::vector<Weight> m_weight;
    std::vector<std::vector<std::size_t>> m_rivals;
    std::vector<bool> m_chosen;
};

} // namespace

std::vector<std::size_t> chooseCandidates(std::span<const Candidate> candidates) {
    return Chooser(candidates).choose();
}

} // namespace edgewright::fusion
