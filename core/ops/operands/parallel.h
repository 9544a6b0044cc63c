// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/parallel.h"

namespace edgewright::ops {

using kernels::parallelFor;
using kernels::usefulThreads;

} // namespace edgewright::ops
