// SPDX-License-Identifier: GPL-3.0-or-later
// The choice among groups that overlap: those that save most.
#pragma once

#include "core/fusion/fuse.h"

#include <span>
#include <vector>

namespace edgewright::fusion {

struct Candidate {
    std::vector<NodeId> nodes; // two candidates that share a node exclude each other
    Benefit benefit;
};

// Indices, ascending, of candidates that do not exclude each other, with the most traffic saved in total and,
// at equal traffic, the most launches; none can be added. A maximum where the candidates fall apart into
// clusters of at most 20 (branch and bound); in larger clusters the best by greedy choice and exchange of one
// for several, O(n^2).
std::vector<std::size_t> chooseCandidates(std::span<const Candidate> candidates);

} // namespace edgewright::fusion
