// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of a model some of whose work is not counted, in words.
#pragma once

#include "core/ops/work.h"

#include <string>
#include <string_view>

namespace edgewright::cost {

// "Cycles and MACs are at least these: 1 node of com.example.Mystery not counted."; empty where all work is
// counted. `sums`: in the plural, as a sentence begins, in the language of sentences.
std::string leastSentence(std::string_view sums, const ops::Uncounted& uncounted);

} // namespace edgewright::cost
