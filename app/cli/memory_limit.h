// SPDX-License-Identifier: GPL-3.0-or-later
// What to say when the process gets no more memory.
#pragma once

#include "core/base/result.h"

namespace edgewright::cli {

// "out of memory: more than 3.90 GiB needed, limit 4.00 GiB (address space of the process)". BadInput: the
// model asks for more than there is.
Error outOfMemory();

} // namespace edgewright::cli
