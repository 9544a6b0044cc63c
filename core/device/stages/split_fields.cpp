// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/stages/split_fields.h"

#include "core/measure/machine.h"
#include "core/protocol/messages.h"

#include <array>

namespace edgewright::device {

namespace {

constexpr std::int64_t MaxSplitSeconds = 600;

constexpr auto LinkChoices = [] {
    std::array<Choice, protocol::LinkFormats.size()> choices{};
    for (std::size_t i = 0; i < choices.size(); ++i)
        choices[i] = {protocol::LinkFormats[i].name, protocol::LinkFormats[i].name,
                      protocol::LinkFormats[i].summary};
    return choices;
}();

constexpr auto HopChoices = [] {
    std::array<Choice, relay::HopInfos.size()> choices{};
    for (std::size_t i = 0; i < choices.size(); ++i)
        choices[i] = {relay::HopInfos[i].name, relay::HopInfos[i].name, relay::HopInfos[i].summary};
    return choices;
}();

// clang-format off
constexpr std::array SplitFields{
    field<&SplitTask::threads>({.key = "threads", .title = TRANSLATABLE("Setting", "Threads of each device"),
        .label = TRANSLATABLE("Setting", "Threads"),
        .help = TRANSLATABLE("Setting", "That each device computes on"), .lowest = 1, .highest = measure::MaxThreads}),
    field<&SplitTask::format>({.key = "link", .title = TRANSLATABLE("Setting", "Numbers on the link"),
        .label = TRANSLATABLE("Setting", "Numbers on the link"),
        .help = TRANSLATABLE("Setting", "Tensors between stages: exact, or in fewer bytes"),
        .choices = LinkChoices}),
    field<&SplitTask::hop>({.key = "hop", .title = TRANSLATABLE("Setting", "Way between stages"),
        .label = TRANSLATABLE("Setting", "Way between stages"),
        .help = TRANSLATABLE("Setting", "Frames go from stage to stage by this machine, or from device to device; "
                                        "a run says where the latter is not possible"),
        .choices = HopChoices}),
    field<&SplitTask::credits>({.key = "credits", .title = TRANSLATABLE("Setting", "Credits"),
        .label = TRANSLATABLE("Setting", "Credits"),
        .help = TRANSLATABLE("Setting", "Frames that a device has and has not answered: with one it waits while a "
                                        "frame is on the link"),
        .lowest = 1, .highest = protocol::MaxCredits}),
    field<&SplitTask::takesTurns>({.key = "turns", .title = TRANSLATABLE("Setting", "Devices may take turns"),
        .help = TRANSLATABLE("Setting", "A stage may have several devices, to which frames go in turns")}),
    field<&SplitTask::seconds>({.key = "seconds", .title = TRANSLATABLE("Setting", "Time for measuring a device"),
        .label = TRANSLATABLE("Setting", "Measure each for"),
        .help = TRANSLATABLE("Setting", "At most so long for each device, and as long as it takes for its link"),
        .unit = TRANSLATABLE("Setting", "s"), .lowest = 0.1, .highest = MaxSplitSeconds}),
    field<&SplitTask::frames>({.key = "frames", .title = TRANSLATABLE("Setting", "Frames of a run"),
        .label = TRANSLATABLE("Setting", "Frames"),
        .help = TRANSLATABLE("Setting", "That a run sends through the stages; 8 and more tell a period"),
        .lowest = 1, .highest = MaxSplitFrames}),
    field<&SplitTask::runsAlone>({.key = "alone", .title = TRANSLATABLE("Setting", "Compare with one device"),
        .help = TRANSLATABLE("Setting", "A run sends the frames through the best device alone as well")}),
};
// clang-format on

} // namespace

std::span<const Field<SplitTask>> splitFields() { return SplitFields; }

} // namespace edgewright::device
