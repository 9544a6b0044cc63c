// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of fusion for one operator: the answer of the inspector, the outline and of a sentence alike.
#pragma once

#include "core/fusion/fuse.h"

#include <vector>

namespace edgewright::fusion {

enum class Verdict {
    Untouched,      // no rule has anything to say about it
    Fused,          // steps of the history made it what it is
    FusedOtherwise, // the same; and a rule would have done it in another way, but for a reason
    NotFused        // a rule would fuse it, but for a reason
};

// Pointers into the history, which must outlive this.
struct Finding {
    Verdict verdict = Verdict::Untouched;
    std::vector<const Step*> steps;       // that it went through, in order
    std::vector<const Step*> possible;    // that it would go through, were they not skipped or switched off
    std::vector<const Refusal*> refusals; // those that leave it unfused first
};

// The finding for `node` of history.base or of history.graph: of all that it stands for, or that stands for it.
Finding findingOf(const History& history, NodeId node);

// The nodes of history.graph, other than those refused, that read a tensor that stands in the way: for "the
// output of Conv_12 is also read by Add_15". Empty where no reader is the reason.
std::vector<NodeId> otherReaders(const History& history, const Refusal& refusal);

} // namespace edgewright::fusion
