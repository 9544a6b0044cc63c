// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of the driver that come by this library, when it is preloaded: what they mean for the trace.
#pragma once

#include "plugins/cuda_trace/clock.h"
#include "plugins/cuda_trace/driver.h"
#include "plugins/cuda_trace/effects.h"
#include "plugins/cuda_trace/event.h"
#include "plugins/cuda_trace/kernel_names.h"
#include "plugins/cuda_trace/memory_book.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace edgewright::cuda_trace {

// A call that is under way.
struct Call {
    Id id = Id::cuInit;
    bool isRecorded = true; // not while a graph is captured: nothing happens then
    Event event = {};
    MemoryBook::Block freed = {};
};

// For any thread.
class Shim {
public:
    static Shim& instance(); // never destroyed

    // The function that the driver has; null: it has none, which a message has said.
    void* real(Id id);
    // False: the call is not to be recorded, as CUPTI records, nothing does, or it is made within another one.
    bool begins();
    void ends();
    // Behind the first call that worked: begins to record where nothing else does.
    void settle(int result);
    bool isInTheWay() const { return m_isInTheWay.load(); } // a call has come by here
    void record(Call& call, int result);

    // In front of the call, and behind it.
    template <class Effect>
    void before(Call&, const Effect&) {}
    template <class Effect>
    void after(Call&, const Effect&) {}
    void before(Call& call, const Waits& effect);
    void before(Call& call, const OnStream& effect);
    void before(Call& call, const Launches& effect);
    void before(Call& call, const LaunchesGraph& effect);
    void before(Call& call, const AllocatesInOrder& effect);
    void before(Call& call, const Frees& effect);
    void before(Call& call, const FreesHost& effect);
    void before(Call& call, const FreesInOrder& effect);
    void before(Call& call, const Copies& effect);
    void before(Call& call, const Fills& effect);
    void before(Call& call, const EndsCapture& effect);
    void after(Call& call, const Names& effect);
    void after(Call& call, const Allocates& effect);
    void after(Call& call, const AllocatesRows& effect);
    void after(Call& call, const AllocatesHost& effect);
    void after(Call& call, const AllocatesInOrder& effect);
    void after(Call& call, const FreesAllOf& effect);
    void after(Call& call, const Creates& effect);
    void after(Call& call, const Releases& effect);
    void after(Call& call, const Maps& effect);
    void after(Call& call, const Unmaps& effect);
    void after(Call& call, const BeginsCapture& effect);

    // Behind a call that the driver refused.
    template <class Effect>
    void undo(Call&, const Effect&) {}
    void undo(Call& call, const Frees& effect);
    void undo(Call& call, const FreesHost& effect);
    void undo(Call& call, const FreesInOrder& effect);

private:
    void on(Call& call, Handle stream);
    bool isCapturing(Id id, Handle stream);
    std::uint64_t streamNumber(Id id, Handle stream);
    void allocate(Address at, std::size_t bytes);

    std::atomic<bool> m_isInTheWay{false};
    std::atomic<int> m_captures{0};
    std::atomic<std::uint32_t> m_correlation{0};
    KernelNames m_kernels;
    MemoryBook m_memory;
    std::mutex m_mutex; // of what follows
    std::map<std::pair<Handle, std::uint32_t>, std::uint64_t> m_streams;
    bool m_isMissed[FunctionCount] = {};
};

// The device of the calling thread; NoDevice: it has none.
std::int32_t currentDevice();

// One call: `invoke` makes it, with the driver's own function.
template <class Effect, class Invoke>
int hooked(Id id, const Effect& effect, Invoke&& invoke) {
    Shim& shim = Shim::instance();
    void* const real = shim.real(id);
    if (!real) return NotFound;
    if (!shim.begins()) return invoke(real);
    Call call{.id = id};
    shim.before(call, effect);
    call.event.start = now();
    const int result = invoke(real);
    call.event.end = now();
    shim.ends();
    shim.settle(result);
    if (result == Success)
        shim.after(call, effect);
    else
        shim.undo(call, effect);
    shim.record(call, result);
    return result;
}

// The function of this library that goes before one of the driver's, of the same variant; null: none does.
void* wrapperOf(const void* address);
bool isWrapped(const char* name);

} // namespace edgewright::cuda_trace
