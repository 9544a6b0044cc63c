// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences for whoever runs the program that is traced.
#pragma once

#include <string_view>

namespace edgewright::cuda_trace {

// A line on standard error, in one write, with the library's name in front. errno stays as it was.
void message(std::string_view line);

} // namespace edgewright::cuda_trace
