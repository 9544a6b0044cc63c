// SPDX-License-Identifier: GPL-3.0-or-later
// Direct convolutions with channels of output in the lanes: the part of DirectKernels that is of this kind.
#pragma once

#include "core/kernels/direct.h"
#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

void runByChannels(const DirectRows& rows);
void runPixelsByChannels(const DirectPixels& pixels);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
