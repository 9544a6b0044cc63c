// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of a GPU on the processor: one block after the other, its threads as fibers in turn, each until it
// waits for the others. A barrier that not all threads of a block (of a warp) reach is an error, as it hangs a
// GPU.
#pragma once

#include "tests/core/gpu/emulator/thread.h"

#include <functional>
#include <string>

namespace edgewright::emulator {

// Empty, or what went wrong: "block 0, 1, 0: ...".
std::string launch(Index grid, Index block, const std::function<void()>& body);

// A kernel with its macros, "-DBM=64 -DBN=32"; `run` calls it with these arguments.
struct Instance {
    const char *name, *defines;
    void (*run)(void** arguments);
};
const Instance* find(const std::string& name, const std::string& defines); // null: not among those of the build

} // namespace edgewright::emulator
