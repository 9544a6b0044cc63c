// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of how layers become integers: codes, schemes, arithmetic. Choices are in the order of
// enumerators.
#pragma once

#include "core/base/field.h"
#include "core/quant/layer/layer_study.h"

#include <array>

namespace edgewright::quant {

// clang-format off
inline constexpr std::array Granularities{
    Choice{"per-tensor", TRANSLATABLE("Setting", "per tensor"), TRANSLATABLE("Setting", "One scale for all weights")},
    Choice{"per-channel", TRANSLATABLE("Setting", "per channel"),
           TRANSLATABLE("Setting", "One scale for each output channel of the weights")}};
inline constexpr std::array CodeTypes{Choice{"int4"}, Choice{"int8"}, Choice{"uint8"}, Choice{"int16"}};
inline constexpr std::array CodeLimits{
    Choice{"full", TRANSLATABLE("Setting", "full")},
    Choice{"restricted", TRANSLATABLE("Setting", "without the lowest")},
    Choice{"reduced", TRANSLATABLE("Setting", "one bit less")}};
inline constexpr std::array Roundings{
    Choice{"half-even", TRANSLATABLE("Setting", "half to even"), TRANSLATABLE("Setting", "ONNX, ONNX Runtime, PyTorch")},
    Choice{"half-away", TRANSLATABLE("Setting", "half away from 0"),
           TRANSLATABLE("Setting", "std::round, TFLite's quantize, gemmlowp")},
    Choice{"half-up", TRANSLATABLE("Setting", "half up"),
           TRANSLATABLE("Setting", "Single rounding in fixed point: TFLite, XNNPACK")},
    Choice{"truncate", TRANSLATABLE("Setting", "towards 0"),
           TRANSLATABLE("Setting", "A cast in C, hardware that drops the low bits")},
    Choice{"stochastic", TRANSLATABLE("Setting", "stochastic"),
           TRANSLATABLE("Setting", "No bias on the mean; in training with few bits")}};
inline constexpr std::array Requantizations{
    Choice{"float32", {}, TRANSLATABLE("Setting", "As ONNX Runtime computes it")},
    Choice{"float64", {}, TRANSLATABLE("Setting", "The same in double precision")},
    Choice{"fixed-point", TRANSLATABLE("Setting", "fixed point"),
           TRANSLATABLE("Setting", "Integer multiplier and shift, one rounding (TFLite, XNNPACK)")},
    Choice{"double-rounding", TRANSLATABLE("Setting", "rounded twice"),
           TRANSLATABLE("Setting", "Fixed point, rounded twice (gemmlowp: TFLite's reference, TFLite Micro)")},
    Choice{"short-multiplier", TRANSLATABLE("Setting", "15 bits"),
           TRANSLATABLE("Setting", "Fixed point with a multiplier of 15 bits (CMSIS-NN, 16-bit activations)")}};
inline constexpr std::array Accumulations{
    Choice{"exact", TRANSLATABLE("Setting", "one by one"),
           TRANSLATABLE("Setting", "Every product is added to the accumulator: VNNI, NEON, most arrays")},
    Choice{"saturating-pairs", TRANSLATABLE("Setting", "in pairs"),
           TRANSLATABLE("Setting", "Two products at a time in 16 bits that saturate: AVX2 without VNNI (vpmaddubsw)")}};
inline constexpr std::array Overflows{Choice{"saturate", TRANSLATABLE("Setting", "Saturate")},
                                      Choice{"wrap", TRANSLATABLE("Setting", "Wrap")}};
// clang-format on

std::span<const Field<Scheme>> schemeFields();
std::span<const Field<StudyOptions>> codeFields();
std::span<const Field<StudyOptions>> arithmeticFields();

} // namespace edgewright::quant
