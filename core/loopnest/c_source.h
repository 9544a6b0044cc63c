// SPDX-License-Identifier: GPL-3.0-or-later
// Nests as a source in C, for GCC and Clang: their vector types, and no header, as reading those takes longer
// than compiling the kernels.
#pragma once

#include "core/loopnest/nest.h"

#include <span>
#include <string>

namespace edgewright::loopnest {

// A kernel for each nest, in their order, in a table that kernels::loadGenerated finds. Equal nests have equal
// sources. Results differ from those of the definition by rounding.
std::string sourceOf(std::span<const Nest> nests);

} // namespace edgewright::loopnest
