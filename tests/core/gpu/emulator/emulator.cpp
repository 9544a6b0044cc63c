// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/gpu/emulator/emulator.h"

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include <ucontext.h>

namespace edgewright::emulator {

Here here;

namespace {

constexpr std::size_t StackBytes = 256 << 10, WarpLanes = 32, MaxBytes = 64;

struct Barrier {
    unsigned size = 0, arrived = 0;
    std::uint64_t generation = 0;
};

struct LateCopy {
    void* into;
    const void* from;
    std::size_t bytes;
    bool isThere;
};

struct Fiber {
    ucontext_t context{}; // it begins with, on a stack of its own
    jmp_buf place{};      // and goes on from: a jump asks nothing of the system
    Here at;
    std::unique_ptr<char[]> stack;
    bool isBegun = false, isDone = false;
    std::vector<LateCopy> open;
    std::deque<std::vector<LateCopy>> groups;
};

struct Warp {
    Barrier barrier;
    unsigned char slots[WarpLanes][MaxBytes] = {};
};

struct Block {
    std::size_t threads = 0;
    std::vector<Warp> warps;
    Barrier barrier;
    std::uint64_t progress = 0; // ends of threads, and barriers that opened
    jmp_buf scheduler{};
    Fiber* running = nullptr;
    const std::function<void()>* body = nullptr;
};

Block* now = nullptr;
std::deque<Fiber> fibers; // by thread of a block

void giveWay() {
    if (_setjmp(now->running->place) == 0) _longjmp(now->scheduler, 1);
}

// Until it gives way.
[[gnu::noinline]] void run(Fiber& fiber) {
    now->running = &fiber;
    here = fiber.at;
    if (_setjmp(now->scheduler) != 0) return;
    if (fiber.isBegun) _longjmp(fiber.place, 1);
    fiber.isBegun = true;
    setcontext(&fiber.context);
}

void waitAt(Barrier& barrier) {
    const std::uint64_t generation = barrier.generation;
    if (++barrier.arrived == barrier.size) {
        barrier.arrived = 0;
        ++barrier.generation;
        ++now->progress;
    }
    while (barrier.generation == generation)
        giveWay();
}

// Of one block after the other: to begin a context is a call of the system.
void runThreads() {
    for (;;) {
        (*now->body)();
        now->running->isDone = true;
        ++now->progress;
        giveWay();
    }
}

[[gnu::noinline]] void prepare(Fiber& fiber) {
    if (!fiber.stack) fiber.stack.reset(new char[StackBytes]);
    fiber.isBegun = false;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = StackBytes;
    makecontext(&fiber.context, runThreads, 0);
}

// The fiber of that thread of each block, ready to run. One that did not come to its end begins anew.
Fiber& readyFiber(std::size_t thread) {
    while (fibers.size() <= thread)
        fibers.emplace_back();
    Fiber& fiber = fibers[thread];
    if (!fiber.isDone) prepare(fiber);
    fiber.isDone = false;
    fiber.open.clear();
    fiber.groups.clear();
    return fiber;
}

std::string runBlock(Block& block) {
    now = &block;
    for (;;) {
        const std::uint64_t before = block.progress;
        bool isAny = false;
        for (std::size_t i = 0; i < block.threads; ++i) {
            if (fibers[i].isDone) continue;
            isAny = true;
            run(fibers[i]);
        }
        if (!isAny) return {};
        if (block.progress == before) return "not all threads reach a barrier";
    }
}

std::vector<Instance>& instances() {
    static std::vector<Instance> list;
    return list;
}

} // namespace

std::string launch(Index grid, Index size, const std::function<void()>& body) {
    const unsigned threads = size.x * size.y * size.z;
    for (unsigned i = 0; i < grid.x * grid.y * grid.z; ++i) {
        Block block;
        block.body = &body;
        block.threads = threads;
        block.warps.resize((threads + WarpLanes - 1) / WarpLanes);
        block.barrier.size = threads;
        const Index at{i % grid.x, i / grid.x % grid.y, i / grid.x / grid.y};
        for (unsigned t = 0; t < threads; ++t) {
            Fiber& fiber = readyFiber(t);
            fiber.at = {{t % size.x, t / size.x % size.y, t / size.x / size.y},
                        at,
                        size,
                        grid,
                        t % unsigned(WarpLanes),
                        t / unsigned(WarpLanes)};
            ++block.warps[fiber.at.warp].barrier.size;
        }
        if (const std::string problem = runBlock(block); !problem.empty())
            return "block " + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) +
                   ": " + problem;
    }
    return {};
}

void waitForBlock() { waitAt(now->barrier); }

void exchange(const void* mine, std::size_t bytes, void* all) {
    if (bytes > MaxBytes) std::abort();
    Warp& warp = now->warps[here.warp];
    std::memcpy(warp.slots[here.lane], mine, bytes);
    waitAt(warp.barrier);
    for (std::size_t lane = 0; lane < WarpLanes; ++lane)
        std::memcpy(static_cast<char*>(all) + lane * bytes, warp.slots[lane], bytes);
    waitAt(warp.barrier);
}

void copyLater(void* into, const void* from, std::size_t bytes, bool isThere) {
    now->running->open.push_back({into, from, bytes, isThere});
}

void endGroup() {
    Fiber& fiber = *now->running;
    fiber.groups.push_back(std::move(fiber.open));
    fiber.open.clear();
}

void finishGroups(int left) {
    auto& groups = now->running->groups;
    for (; groups.size() > static_cast<std::size_t>(left); groups.pop_front())
        for (const LateCopy& each : groups.front())
            each.isThere ? std::memcpy(each.into, each.from, each.bytes)
                         : std::memset(each.into, 0, each.bytes);
}

const Instance* find(const std::string& name, const std::string& defines) {
    const auto found = std::ranges::find_if(
        instances(), [&](const Instance& each) { return each.name == name && each.defines == defines; });
    return found == instances().end() ? nullptr : &*found;
}

Registered::Registered(const char* name, const char* defines, void (*run)(void** arguments)) {
    instances().push_back({name, defines, run});
}

} // namespace edgewright::emulator
