// SPDX-License-Identifier: GPL-3.0-or-later
// A link that is made slower than it is, so that a plan can be tried for one that is not there:
// "100Mbit/s+1ms".
#pragma once

#include "core/relay/channel.h"

#include <limits>
#include <memory>
#include <optional>
#include <string_view>

namespace edgewright::relay {

// Each direction has it; they do not hinder each other.
struct LinkShape {
    static constexpr double MinBytesPerSecond = 125, MaxBytesPerSecond = 125e9; // 1 kbit/s, 1 Tbit/s
    static constexpr double MaxDelay = 10;

    double bytesPerSecond = std::numeric_limits<double>::infinity();
    double delay = 0; // seconds that a message is on its way, however many follow it

    // Numbers with bit/s, kbit/s, Mbit/s, Gbit/s, us, ms or s, one of each kind at most, with + between them.
    // Nothing where it is none.
    static std::optional<LinkShape> parsed(std::string_view text);
    bool isNone() const { return delay == 0 && bytesPerSecond == std::numeric_limits<double>::infinity(); }
};

// The frames of a channel as if its link were so; they take the time of the channel itself on top. Programs go
// as they are. `format`: in which frames go, which says how many bytes they are.
std::unique_ptr<Channel> shaped(std::unique_ptr<Channel> channel, const LinkShape& shape,
                                protocol::LinkFormat format);

} // namespace edgewright::relay
