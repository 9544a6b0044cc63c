// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of one cell of an experiment, and the axes that they are made on: once, for definitions, results,
// tables and options.
#pragma once

#include "core/base/field.h"
#include "core/base/result.h"
#include "core/pipeline/quantization/strategies/strategies.h"
#include "core/pipeline/study.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::experiment {

// Fusion and reuse, alone and together: the four ways of device::standardVariants().
enum class Configuration { Baseline, Fusion, Reuse, Both };
inline constexpr std::array Configurations{
    Choice{"baseline", TRANSLATABLE("Setting", "as imported"),
           TRANSLATABLE("Setting", "The graph of the file, every tensor with bytes of its own")},
    Choice{"fusion", TRANSLATABLE("Setting", "fused"),
           TRANSLATABLE("Setting", "The fused graph, every tensor with bytes of its own")},
    Choice{"reuse", TRANSLATABLE("Setting", "in an arena"),
           TRANSLATABLE("Setting", "The graph of the file in the planned arena")},
    Choice{"both", TRANSLATABLE("Setting", "fused, in an arena"),
           TRANSLATABLE("Setting", "The fused graph in the planned arena")}};
inline constexpr bool isFused(Configuration each) {
    return each == Configuration::Fusion || each == Configuration::Both;
}
inline constexpr bool isReusing(Configuration each) {
    return each == Configuration::Reuse || each == Configuration::Both;
}
// By the key of a configuration; false for what is none.
bool isFused(std::string_view configuration);
bool isReusing(std::string_view configuration);

// The arithmetic of a network.
struct Codes {
    std::string key = "fp32";
    std::optional<pipeline::Strategy> strategy; // empty: float32

    // Integers are computed by kernels that fusion makes.
    bool runsIn(Configuration each) const { return !strategy || isFused(each); }
    friend bool operator==(const Codes&, const Codes&) = default;
};
// "int8/per-channel/asymmetric/min_max", with a remedy "/equalize" behind it.
std::string keyOf(const pipeline::Strategy& strategy);
// "fp32"; "int8", which is the first choice of a quantizer; every strategy of pipeline::strategyMatrix() by its
// key; remedies on the first choice, per tensor and per channel.
const std::vector<Codes>& allCodes();
// BadInput, with the nearest key that there is.
Result<Codes> codesNamed(std::string_view key);
// The settings that quantize by `codes`; in float32 they stay.
pipeline::Settings settingsWith(const Codes& codes, pipeline::Settings settings);

// One choice of each axis, as results, tables and options name it.
struct Choices {
    std::string model, size, codes, configuration, accelerator, device;

    std::string text() const; // "tiny, batch=1, fp32, both", without what is empty
    friend auto operator<=>(const Choices&, const Choices&) = default;
};

// Texts are TRANSLATABLE("Column", ...).
struct Axis {
    std::string_view key;        // in files and options
    const char* title = nullptr; // of its column
    const char* help = nullptr;
    std::string Choices::*member = nullptr;
};
std::span<const Axis> axes(); // outermost first
// BadInput, with the nearest key that there is.
Result<const Axis*> axisNamed(std::string_view key);

// BadInput: `nothing` says that `key` is none ("'tiny' is no axis of an experiment"); behind it the nearest of
// `known`, else `list`, which has them all.
Error noSuch(const std::string& nothing, std::string_view key, const std::vector<std::string_view>& known,
             const std::string& list);

// "configuration=baseline"
struct AxisChoice {
    const Axis* axis = nullptr; // not null
    std::string choice;

    bool isOf(const Choices& choices) const { return choices.*axis->member == choice; }
};
Result<AxisChoice> axisChoiceFrom(std::string_view text);
std::string textOf(const std::vector<AxisChoice>& choices); // "codes=int8, configuration=reuse"

// "batch=8, seq=128"; empty: as the model has it.
std::string sizeText(const ir::Bindings& extents);

} // namespace edgewright::experiment
