// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a kernel beside its loops, as functions of C.
#pragma once

#include "core/loopnest/nest.h"

#include <string>

namespace edgewright::loopnest {

// Copies the packed factor into the order of the tiles; 0 beyond the extents. For a nest that packs.
std::string packSource(const Nest& nest, const std::string& name);
// Copies the left factor with its padding. For a nest that copies.
std::string copySource(const Nest& nest, const std::string& name);

} // namespace edgewright::loopnest
