// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between workbench and agent, as the content of frames (link.h). Sizes are bounded when they
// are read; what does not fit is BadInput, naming the place.
#pragma once

#include "core/base/result.h"
#include "core/base/translatable.h"
#include "core/bundle/hash.h"
#include "core/ir/storage/machine_memory.h"
#include "core/kernels/kernel_choice.h"
#include "core/measure/machine.h"
#include "core/measure/roof.h"
#include "core/measure/sampling.h"
#include "core/protocol/link.h"
#include "core/protocol/link_format.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::protocol {

// Workbench and agent understand each other when both have the same.
inline constexpr std::uint32_t Version = 10;

using Content = std::vector<std::byte>;

struct Hello {
    std::uint32_t version = Version;
};

struct Welcome {
    std::uint32_t version = Version;
    std::string build; // version of the program
    std::string isa;   // of the kernels that it would run
    measure::Machine machine;
    measure::Conditions conditions;
    std::vector<std::string> features; // of the processor, as the system names them: "asimddp", "avx512_vnni"
    std::int64_t freeDiskBytes = 0;    // where bundles are kept
    std::int64_t bundleBytes = 0;      // that are kept there
};

// Find: is there a bundle of that content? Put: `bytes` of it follow in Data frames.
struct BundleName {
    bundle::Digest digest{};
    std::uint64_t bytes = 0;
};
struct Found {
    bool isThere = false;
};

struct VariantOrder {
    std::string name;
    std::uint32_t program = 0; // of the bundle
    kernels::KernelChoice choice = {};
};

struct RunOrder {
    bundle::Digest digest{};
    std::vector<VariantOrder> variants; // at least one
    measure::Effort effort;
    int profiledRuns = 9; // of each variant, with a clock read after each operator; 0: none
    std::int64_t memoryLimitBytes = ir::MaxRunBytes;
    std::vector<int> processors = {}; // that it may run on; empty: all
    bool compares = true;             // with the outputs that the bundle expects
};

// Roof: the most that the machine reaches (measure::Roof), without a bundle.
struct RoofOrder {
    std::vector<int> threads = {}; // each from 1 on; empty: one, and as many as the process may use
    double seconds = 5;            // about so long; each number is measured at least once, however short
    std::int64_t memoryBytes = std::int64_t(1) << 30; // at most so much is gone through
};

inline constexpr std::uint32_t MaxCredits = 64;
// A frame that computes, one on its way there, and the answer of one on its way back.
inline constexpr std::uint32_t UsualCredits = 3;

// Stage: runs a program of a bundle on each frame that follows (stage_frame.h), until Cancel. Answered by
// Ready.
struct StageOrder {
    bundle::Digest digest{};
    VariantOrder variant;                  // the program, and its kernels
    std::vector<int> processors = {};      // that it may run on; empty: all
    std::uint32_t credits = UsualCredits;  // frames that it may have and not have answered, 1 to MaxCredits
    LinkFormat format = LinkFormat::Exact; // of what it sends
    std::int64_t memoryLimitBytes = ir::MaxRunBytes;
    bool isFed = false;        // frames arrive by the hop that it listened for
    bool passesOn = false;     // answers go by the hop that it joined, to the workbench without tensors
    std::uint32_t carried = 0; // tensors of a frame behind the program's inputs, up to MaxCarried
    std::vector<std::uint32_t> sent = {}; // the tensors of an answer, by their places in inputs, carried ones
                                          // and outputs; empty: the outputs
};
inline constexpr std::uint32_t MaxCarried = 1 << 16;

// Listen and Join: a hop from the agent that joins to the one that listens. Both prove to each other that they
// have the key (hop_proof.h), which is used once.
struct HopPlace {
    std::string address;    // numeric, IPv4 or IPv6; where it listens, empty: by which the workbench reaches it
    std::uint16_t port = 0; // where it listens: the system chooses
};
struct HopOrder {
    HopPlace place;
    bundle::Digest key{};
};
struct HopLost {
    bool isFed = false; // the hop by which frames arrive, not the one by which they go on
    std::string reason;
};

// One call of an operator, in execution order: `node` is its place in the program's graph.
struct Call {
    std::uint32_t node = 0;
    double seconds = 0, start = 0;
};

// An output against the one that was expected.
struct OutputDifference {
    double maxAbs = 0, relNorm = 0;
    bool sameShape = true, identical = false; // bit by bit
    std::int64_t nonFinite = 0;
};

struct VariantRun : measure::MeasuredRun {
    std::vector<std::vector<Call>> profile = {};    // by profiled run
    std::vector<double> profiledSeconds = {};       // likewise
    std::vector<OutputDifference> differences = {}; // by output; empty: not compared
};

// So far, or all of it: while it runs there are no profile and no differences.
struct RunState {
    measure::End end = measure::End::TimeUp;
    double seconds = 0;
    measure::Conditions before, after;
    std::vector<VariantRun> variants;
};

inline constexpr const char* WaitingForAnother =
    TRANSLATABLE("Word", "waiting for another measurement on this machine");

// Progress: `state` holds only the blocks since the last one. Sent at least every second, so that a silent link
// is a dead one; while a bundle arrives, or a roof is measured, without a state.
struct Progress {
    std::string doing; // WaitingForAnother; empty: measures
    std::uint32_t done = 0, total = 0;
    RunState state;
};

struct Failed {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
};

Content contentOf(const Hello& message);
Content contentOf(const Welcome& message);
Content contentOf(const BundleName& message);
Content contentOf(const Found& message);
Content contentOf(const RunOrder& message);
Content contentOf(const RoofOrder& message);
Content contentOf(const StageOrder& message);
Content contentOf(const HopPlace& message);
Content contentOf(const HopOrder& message);
Content contentOf(const HopLost& message);
Content contentOf(const RunState& message);
// But for the date, which is that of the workbench.
Content contentOf(const measure::Roof& message);
Content contentOf(const Progress& message);
Content contentOf(const Failed& message);

Result<Hello> helloOf(std::span<const std::byte> content);
// From an agent with another protocol only the version and the build, which every version begins with.
Result<Welcome> welcomeOf(std::span<const std::byte> content);
Result<BundleName> bundleNameOf(std::span<const std::byte> content);
Result<Found> foundOf(std::span<const std::byte> content);
Result<RunOrder> runOrderOf(std::span<const std::byte> content);
Result<RoofOrder> roofOrderOf(std::span<const std::byte> content);
Result<StageOrder> stageOrderOf(std::span<const std::byte> content);
Result<HopPlace> hopPlaceOf(std::span<const std::byte> content);
Result<HopOrder> hopOrderOf(std::span<const std::byte> content);
Result<HopLost> hopLostOf(std::span<const std::byte> content);
Result<RunState> runStateOf(std::span<const std::byte> content);
Result<measure::Roof> roofOf(std::span<const std::byte> content);
Result<Progress> progressOf(std::span<const std::byte> content);
Result<Failed> failedOf(std::span<const std::byte> content);

} // namespace edgewright::protocol
