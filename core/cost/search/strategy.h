// SPDX-License-Identifier: GPL-3.0-or-later
// A strategy: which points of a space are tried next.
//
// To add one: write core/cost/search/strategies/<name>.cpp, all of it in namespace
// edgewright::cost::search::<name>_strategy, with `extern const Strategy entry;` and its definition, and add
// <name> to ENTRIES of search_strategies in core/cost/search/search.cmake. Say what it does, what it guarantees
// and its source in the file.
#pragma once

#include "core/base/result.h"
#include "core/cost/search/history.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost::search {

struct StrategyOptions {
    std::uint64_t seed = 1; // equal seeds give equal searches
    std::string costModel;  // of those that learn: a name in costModels(); empty: the default
};

// The state of one search. A space outlives it.
class Proposer {
public:
    Proposer() = default;
    Proposer(const Proposer&) = delete;
    Proposer& operator=(const Proposer&) = delete;
    virtual ~Proposer() = default;
    // Admitted points that are not in `history`, none twice, 1 to `limit` of them; all that were proposed
    // before are in it. None: it has no more to propose, or the search was stopped.
    virtual Result<std::vector<PointId>> propose(const History& history, std::int64_t limit,
                                                 const RunContext& run) = 0;
    // The expectations of a cost model of the points that were proposed last, one number for each, larger where
    // it expects less. None: no model had a part in it.
    virtual std::vector<double> foreseen() const { return {}; }
    // With nothing more to propose: all admitted points were tried.
    virtual bool triedAll() const = 0;
};

struct Strategy {
    std::string_view name;  // = file name
    const char* title = ""; // translated in the context "Word"
    std::string_view summary;
    Result<std::unique_ptr<Proposer>> (*start)(const Space&, PointId points, const StrategyOptions&);
    // Goes through the points in order and needs no history, which stays empty.
    bool enumerates = false;
};

std::span<const Strategy* const> strategies();
const Strategy* findStrategy(std::string_view name);
inline constexpr std::string_view DefaultStrategy = "learned"; // where nobody chose one

} // namespace edgewright::cost::search
