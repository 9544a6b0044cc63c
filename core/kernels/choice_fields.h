// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a choice of kernels, as records of measurements have them.
#pragma once

#include "core/base/field.h"
#include "core/kernels/kernel_choice.h"

namespace edgewright::kernels {

std::span<const Field<KernelChoice>> choiceFields();

} // namespace edgewright::kernels
