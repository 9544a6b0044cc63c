// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/rule_plugin.h"

namespace {

using namespace edgewright::fusion;

Match match(const GraphView&, edgewright::NodeId) { return NoMatch{}; }
const Rule rule{"Not A Name", "Never matches", match, "", ""};

} // namespace

EDGEWRIGHT_RULE_PLUGIN("nameless rules", &rule)
