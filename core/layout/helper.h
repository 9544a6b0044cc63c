// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

#include <string_view>

namespace edgewright::layout {

// Asks the layout process (app/layout). Text, lines ended by '\n', numbers in pixels:
//   request: "edgewright-layout 1", "<boxes> <edges>", per box "<width> <height>", per edge "<from> <to>"
//   answer:  "layout", "<width> <height>", per box "<x> <y>",
//            per edge "<points> <x> <y> <x> <y> ..." with 3n + 1 points, "end"
// Everything in the answer is checked; what is short, out of range or not a number is BadInput.
Result<Layout> layoutWithHelper(const Request& request, const Options& options, const RunContext& run);

std::string helperRequest(const Request& request);
Result<Layout> readHelperAnswer(const Request& request, std::string_view answer);

} // namespace edgewright::layout
