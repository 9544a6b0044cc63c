// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/channel.h"

#include "core/base/say.h"

namespace edgewright::relay {

namespace {

Error noHops() { return unsupported(say("a link that is made slower has no direct hops")); }

} // namespace

Result<protocol::HopPlace> Channel::listenForHop(const bundle::Digest&, const RunContext&) { return noHops(); }
Result<void> Channel::joinHop(const protocol::HopOrder&, const RunContext&) { return noHops(); }

} // namespace edgewright::relay
