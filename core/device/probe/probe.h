// SPDX-License-Identifier: GPL-3.0-or-later
// A first calibration of a machine: a few small made-up networks, whose operators are
// of all kinds that networks are made of.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/calibration.h"
#include "core/pipeline/study.h"
#include "core/remote/session.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace edgewright::device {

// Original and fused, on one thread, in rounds over all networks: the least time of every operator
// (LeastTimes). It ends once they are settled, or after so many seconds, but not before two rounds. Networks
// that were uneven meanwhile are marked (Calibration::Network::underLoad), not refused: on a machine that is
// shared there would never be a fit, and the processor that comes with the program is further off than one
// that was disturbed.
inline constexpr double ProbeSeconds = 4;
Result<Calibration> probeMachine(remote::Session& session, double seconds = ProbeSeconds,
                                 const RunContext& run = {});

// The file in which the program keeps what it knows of this machine: in the user's data folder (XDG Base
// Directory Specification), "edgewright/edgewright/devices/this-machine.json". Empty where there is no such
// folder.
std::filesystem::path calibrationFile();
// The calibration of the file, if it is of this machine and these kernels; else of a probe, which is kept
// there. What is for the most part under load is probed again, at most once a day, when no other programs
// compute. The probe's error, when stopped.
Result<Calibration> calibrationHere(const std::filesystem::path& file, const RunContext& run = {});
// The same of the machine that the session is with.
Result<Calibration> calibrationOf(remote::Session& session, const std::filesystem::path& file,
                                  const RunContext& run = {});

// "probe mobile", "probe dense", "probe attention", "probe tiny": with inferred types; weights are made up.
Result<std::vector<std::shared_ptr<const pipeline::Typed>>> probeNetworks();

} // namespace edgewright::device
