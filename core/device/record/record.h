// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a measurement: every sample, where the time went, and what it was taken on. The same for this
// machine and for boards; a study keeps it, a page compares it with others.
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/base/translatable.h"
#include "core/cost/processor/feature_counts.h"
#include "core/kernels/kernel_choice.h"
#include "core/measure/arithmetic.h"
#include "core/measure/machine.h"
#include "core/measure/sampling.h"
#include "core/measure/statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::device {

// One way to run a network.
struct Variant : kernels::KernelChoice {
    std::string name;       // "baseline", "fusion, 2 threads": a key, see title()
    bool fusion = false;    // the fused graph instead of the original one
    bool reuse = false;     // in the planned arena; else every tensor is allocated
    bool quantized = false; // in INT8 (pipeline::QuantizedNetwork), which is fused

    // On one core, not in INT8, with our kernels as they choose themselves (VariantRecord::isPredictable).
    bool isPredictable() const {
        return threads == 1 && !quantized && backend.empty() &&
               algorithm == kernels::ConvolutionAlgorithm::Automatic && !isTuned() &&
               parameters == kernels::KernelParameters{};
    }
    // The name in the language of sentences.
    std::string title() const;
    friend bool operator==(const Variant&, const Variant&) = default;
};

// "baseline", "fusion", "reuse", "both": the four ways of pipeline::MemoryStudy; "int8": quantized, fused and
// in an arena. On one thread.
std::span<const Variant> standardVariants();
// BadInput, with the names that there are.
Result<Variant> variantNamed(std::string_view name);
// The same on so many threads, which its name says where it is not one.
Variant onThreads(Variant variant, int threads);

using measure::Arithmetic;
using measure::ArithmeticNames;
using measure::nameOf;

// Who did an operator call: the device that is measured or, for it, the machine that measures; or it is a copy
// between both.
enum class RanBy : std::uint8_t { Target, ThisMachine, Copy };
inline constexpr std::array<std::string_view, 3> RanByNames{"device", "this machine", "copy"};

// One operator call of a variant, in execution order: medians over the profiled runs.
struct OperatorTime {
    // Its node in the graph of the variant; several may be members of one fused node that has it. Of a
    // quantized variant, whose graph has numbers of its own, the first of `origins`; invalid where there are
    // none.
    NodeId node;
    std::string name, op; // label and operator of that node
    double seconds = 0;
    double start = 0; // seconds since the run began
    std::int64_t macs = 0;
    std::int64_t bytes = 0; // read and written, weights included
    // Nodes of the original graph that it stands for, ascending; empty: not told.
    std::vector<NodeId> origins = {};
    cost::Features features = {};                // that a processor predicts its time from
    Arithmetic arithmetic = Arithmetic::Float32; // of the MACs: of most of them in a group
    RanBy ranBy = RanBy::Target;
};

// One output of a variant against what this machine's kernels make of the same graph.
struct OutputAgreement {
    double maxAbs = 0, relNorm = 0; // exec::Difference
    bool identical = false;         // bit by bit
    bool agrees = false;            // within exec::Tolerance::ofModel
};

// The inputs that the ranges of an INT8 network were chosen by.
struct CalibratedOn {
    std::string source; // "calibration.npy beside the model", in English
    std::size_t samples = 0;
    bool isRandom = false; // made at random: the times hold, the outputs say nothing

    std::string title() const; // the source in the language of sentences
    friend bool operator==(const CalibratedOn&, const CalibratedOn&) = default;
};

// Share by which processes of one program differ, by where their memory lies.
inline constexpr double PlacementSpread = measure::ComparisonRules().resolution;

inline constexpr double NotablePace = 1.1; // of changes of speed that are told
// Share of the samples (measure::MeasuredRun::disturbed) from which on the processor counts as taken away.
inline constexpr double MostlyDisturbed = 0.25;

// The meaning of weights in tables of what ran, where a quantization counts those of its layers alone.
inline constexpr const char* WeightBytesMeaning = TRANSLATABLE(
    "Column", "= All constants that the graph reads as it runs: of layers weights, biases and scales, "
              "and beside these shapes, tables and scales of tensors");

// The meaning of MeasuredRun::peakBytes and arenaBytes, as page and command line say it.
inline constexpr const char* PeakMemoryMeaning = TRANSLATABLE(
    "Word",
    "peak memory: the most that a run holds at once beside weights and given inputs: tensors between "
    "operators, "
    "what operators compute in, and what they keep made of weights; the arena is the part that is planned, "
    "as on the Memory page");

struct VariantRecord : measure::MeasuredRun {
    Variant variant;
    std::optional<CalibratedOn> calibratedOn = {}; // of a quantized variant
    std::vector<OperatorTime> operators = {};      // of runs with a profile, apart from the samples above
    double profiledSeconds = 0;                    // median of those runs
    std::int64_t weightBytes = 0;                  // of the constants that its operators read; 0: not told
    std::vector<OutputAgreement> outputs = {};     // empty: not compared, as on this machine itself

    std::vector<double> wall() const; // seconds, by block
    // The interval holds for other runs on this machine, too: at all speeds that it was seen at, and wherever
    // the memory of a process lies. Its low end is below the fastest sample by little more than
    // PlacementSpread, and by more only where the machine was seen to be faster than during this run.
    measure::Summary summary() const;
    // True if its median is not known within `uncertainty`: no conclusion should rest on it.
    bool isNoisy(double uncertainty = 0.05) const;
    double operatorSeconds() const; // the sum over all
    bool isOnCodes() const;         // an operator multiplies codes, be it that the model came so
    // True if a cost::Processor is fitted to its times and predicts them: Variant::isPredictable, in float32.
    bool isPredictable() const { return variant.isPredictable() && !isOnCodes(); }
};

// A variant that could not be made of this model.
struct LeftOut {
    Variant variant;
    std::string reason;
    friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

struct Record {
    std::string model;  // its file
    std::string device; // the host's name; empty: this machine
    std::string date;   // "2026-11-23T04:10:00Z"
    std::string isa;    // of the kernels; empty: not told
    // The tool whose profile the times are of, see profileRecord(); empty: an agent of ours took them.
    std::string profiledBy = {};
    measure::Machine machine;
    measure::Conditions before, after;
    measure::End end = measure::End::TimeUp;
    double seconds = 0; // that it took
    std::vector<VariantRecord> variants;
    std::vector<LeftOut> leftOut = {};
};

// True if other programs computed when the measurement began: more processes than half of the threads.
bool othersComputed(const Record& record);
// A sentence where a variant ran on several threads whose cores are as far from each other as such that share
// no cache; empty: none did.
std::string farCoresText(const Record& record);
// The reasons why the machine did not do this measurement alone and at one speed: "other programs computed
// (load 3.7), the machine changed its speed by 1.93 ×". Empty: the system and the samples tell of none.
std::string loadText(const Record& record);
// The same of a result that keeps it in English.
std::string loadTextAgain(std::string_view english);

// The variant that differs from a quantized one in nothing but float32: fused, in an arena, on as many threads.
// Null: it is not in the record, or `quantized` is none.
const VariantRecord* inFloat32(const Record& record, const VariantRecord& quantized);

// The second variant against the first, block by block.
measure::Comparison compared(const VariantRecord& first, const VariantRecord& second);
// The share of the second one's time that copying inputs into its arena takes, if it is slower than the first
// one, which has no arena. 0: otherwise, or it is not told.
double copiedShare(const VariantRecord& first, const VariantRecord& second);

} // namespace edgewright::device
