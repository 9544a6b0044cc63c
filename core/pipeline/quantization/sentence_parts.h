// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of sentences about quantization.
#pragma once

#include "core/base/say.h"
#include "core/pipeline/quantization/model_change.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::pipeline {

inline Grouped grouped(std::size_t count) { return {static_cast<std::int64_t>(count)}; }
// Two sentences, one behind the other.
std::string together(const std::string& first, const std::string& second);
// "4.20 %"; `decimals`: of the percent.
std::string percentText(double share, int decimals);
// Names of layers in at most 48 characters each, told apart; one alone.
std::vector<std::string> shortNames(std::span<const std::string> names);
std::string shortName(const std::string& name);
// The number of right answers: of the labelled samples where there are any, else of those that agree with
// float32.
std::size_t rightAnswers(const TopCounts& tops);
std::size_t answersInAll(const TopCounts& tops);
// "24 of 32 right", "24 of 32 as in float32".
std::string answersText(const TopCounts& tops);
// " (89–100 %)" of TopCounts::int8Share(), to follow answersText(); empty without it.
std::string intervalText(const TopCounts& tops);

} // namespace edgewright::pipeline
