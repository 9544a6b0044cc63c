// SPDX-License-Identifier: GPL-3.0-or-later
// A network run over several devices, one frame behind the other: the host sends each stage what it reads, and
// keeps what comes back. A frame is begun again from its inputs where a device is lost, so that none is lost,
// and delivered once, in order.
#pragma once

#include "core/base/translatable.h"
#include "core/ir/feeds/feeds.h"
#include "core/protocol/messages.h"
#include "core/relay/channel.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::relay {

// The state of a device, for a plan that replaces another one.
struct DeviceState {
    bool isLost = false;
    double factor = 1; // its times over those of the first plan, as they are now
};

// A visit of a frame at a stage.
struct Visit {
    std::size_t stage = 0, device = 0;
    double sent = 0, done = 0; // seconds since the run began
    double compute = 0;        // seconds, as the device says
};

struct FrameDone {
    std::uint64_t number = 0;
    double begun = 0, done = 0; // seconds since the run began: its inputs were there, its last output came
    std::vector<Visit> visits;  // those that counted
    std::vector<ir::Tensor> outputs;
};

enum class Cause { Lost, Drift, Hop };

// A plan that was replaced; of a hop, the same one goes on, with that link by the host.
struct Replanned {
    Cause cause = Cause::Lost;
    std::size_t device = 0; // whose; of a hop, who told
    std::string reason;     // a sentence; of a loss, the error
    double at = 0;          // seconds since the run began
    double pause = 0;       // seconds until the next plan ran
};

// The way of frames from a stage to the next one, in a plan.
struct StageLink {
    std::size_t stage = 0; // that the frames go to, from 1 on
    bool isDirect = false; // from device to device; else by the host
    std::string reason;    // why not, where hops were wanted
};

enum class Hop { Host, Direct };
struct HopInfo {
    Hop hop;
    std::string_view name;
    const char* summary; // TRANSLATABLE("Setting", …)
};
inline constexpr std::array HopInfos{
    HopInfo{Hop::Host, "host", TRANSLATABLE("Setting", "this machine relays each frame from stage to stage")},
    HopInfo{
        Hop::Direct, "direct",
        TRANSLATABLE("Setting", "devices hand frames on themselves, unencrypted, where they reach each other")},
};

struct RelayOptions {
    std::size_t devices = 0;
    std::uint32_t credits = protocol::UsualCredits; // frames that a device has and has not answered
    Hop hop = Hop::Host; // Direct: stages hand on their frames themselves, where their devices reach each other
    // A plan is replaced where the median of a device's times leaves that of the plan by this share for so
    // long.
    double drift = 0.15;
    double driftSeconds = 5;
    // For devices that are there; the first plan is of all. An error ends the run.
    std::function<Result<Plan>(const std::vector<DeviceState>&)> plan;
    std::function<Result<std::unique_ptr<Channel>>(std::size_t device, const RunContext&)> connect;
    // The inputs of the next frame, by the values of the whole graph; nothing: there is none. May wait for one.
    std::function<std::optional<ir::Feeds>(std::uint64_t number)> next;
    std::vector<ValueId> outputs;                // of the whole graph
    std::function<void(FrameDone)> done;         // in the order of their numbers
    std::function<void(const Plan&)> begun = {}; // each plan, once it runs
};

struct Relayed {
    std::uint64_t frames = 0; // that were delivered
    double seconds = 0;       // from the begin of the first to the end of the last
    std::vector<Replanned> replanned;
    std::vector<StageLink> links;     // of the last plan
    std::optional<std::string> ended; // why before its end, where all devices were lost or no plan was left
};

// Until there are no more frames. Cancelled; the errors of the first plan and of its connections.
Result<Relayed> relayFrames(const RelayOptions& options, const RunContext& run = {});

} // namespace edgewright::relay
