// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of an emulated block that runs, for the text of its kernel (emulator.h).
#pragma once

#include <cstddef>

namespace edgewright::emulator {

struct Index {
    unsigned x = 0, y = 0, z = 0;
};

// The place of the thread that runs.
struct Here {
    Index thread, block, blockSize, gridSize;
    unsigned lane = 0, warp = 0;
};
extern Here here;

void waitForBlock();
// Gathers from all lanes of the warp, `bytes` each, at most 64: one behind the other, by lane. A warp has
// 32 lanes.
void exchange(const void* mine, std::size_t bytes, void* all);

// Copies in the background, as late as they may come: when they are waited for.
void copyLater(void* into, const void* from, std::size_t bytes, bool isThere);
void endGroup();
void finishGroups(int left);

// Makes a kernel with its macros known: emulator.h has it by them.
struct Registered {
    Registered(const char* name, const char* defines, void (*run)(void** arguments));
};

} // namespace edgewright::emulator
