// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a choice of kernels, as records of measurements have them. All of it is here: who reads what
// others wrote needs no kernels.
#pragma once

#include "core/base/field.h"
#include "core/kernels/kernel_choice.h"

#include <array>

namespace edgewright::kernels {

inline constexpr auto AlgorithmChoices = [] {
    std::array<Choice, ConvolutionAlgorithmNames.size()> choices;
    std::ranges::transform(ConvolutionAlgorithmNames, choices.begin(),
                           [](std::string_view name) { return Choice{name}; });
    return choices;
}();

// clang-format off
inline constexpr std::array ChoiceFields{
    field<&KernelChoice::threads>({.key = "threads", .title = TRANSLATABLE("Setting", "Threads"), .lowest = 1,
        .highest = 4096}), // as many as a machine has (measure::MaxThreads)
    field<&KernelChoice::backend>({.key = "backend",
        .title = TRANSLATABLE("Setting", "Library for convolutions"),
        .absent = TRANSLATABLE("Setting", "own kernels")}),
    field<&KernelChoice::algorithm>({.key = "algorithm",
        .title = TRANSLATABLE("Setting", "Algorithm of convolutions"),
        .help = TRANSLATABLE("Setting", "How convolutions are computed, where they can be; automatic takes the "
                                        "least estimated time"),
        .choices = AlgorithmChoices}),
    field<&KernelChoice::flushDenormals>({.key = "flush_denormals",
        .title = TRANSLATABLE("Setting", "Denormal numbers count as zero")}),
};
// clang-format on

inline std::span<const Field<KernelChoice>> choiceFields() { return ChoiceFields; }

} // namespace edgewright::kernels
