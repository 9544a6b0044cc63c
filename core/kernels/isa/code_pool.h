// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling of planes of 8-bit codes.
#pragma once

#include "core/kernels/plane_pool.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

std::int64_t codeScratch(const CodePool& pool);
void maximumOfCodes(const CodePool& pool);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
