// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/rule_plugin.h"

#include <stdexcept>

namespace {

using namespace edgewright;
using namespace edgewright::fusion;

Match match(const GraphView& view, NodeId id) {
    if (view.graph.node(id).is("Relu")) throw std::runtime_error("no idea what a Relu is");
    return NoMatch{};
}
Match oddly(const GraphView& view, NodeId id) {
    if (view.graph.node(id).is("Relu")) throw 42;
    return NoMatch{};
}
const Rule rule{"test_throwing", "Throws", match, "Relu", ""};
const Rule odd{"test_throwing_oddly", "Throws what is no exception", oddly, "Relu", ""};

} // namespace

EDGEWRIGHT_RULE_PLUGIN("throwing rules", &rule, &odd)
