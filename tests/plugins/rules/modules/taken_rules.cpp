// SPDX-License-Identifier: GPL-3.0-or-later
// The second rule has the name of a built-in one, so that the first must not be registered either.
#include "core/fusion/rule_plugin.h"

namespace {

using namespace edgewright::fusion;

Match match(const GraphView&, edgewright::NodeId) { return NoMatch{}; }
const Rule fine{"test_fine", "Never matches", match, "", ""};
const Rule taken{"fold_batch_norm", "Never matches", match, "", ""};

} // namespace

EDGEWRIGHT_RULE_PLUGIN("taken rules", &fine, &taken)
