// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/shim.h"

#include "plugins/cuda_trace/message.h"
#include "plugins/cuda_trace/mode.h"
#include "plugins/cuda_trace/recorder.h"

#include <string_view>

#include <unistd.h>

namespace edgewright::cuda_trace {

namespace {

thread_local int depth = 0; // of calls of the driver within each other
thread_local std::uint32_t thread = 0;

constexpr auto IsPerThread = [] {
    struct {
        bool of[FunctionCount] = {};
    } found;
    for (std::size_t i = 0; i < FunctionCount; ++i) {
        const std::string_view name = FunctionNames[i];
        found.of[i] = name.ends_with("_ptsz") || name.ends_with("_ptds");
    }
    return found;
}();

bool isPerThread(Id id) { return IsPerThread.of[static_cast<std::size_t>(id)]; }

Address asAddress(const void* at) { return reinterpret_cast<Address>(at); }

} // namespace

std::int32_t currentDevice() {
    static const auto ask = driver().symbol<int(int*)>("cuCtxGetDevice");
    int device = 0;
    return ask && ask(&device) == Success ? device : NoDevice;
}

Shim& Shim::instance() {
    static Shim* const shim = new Shim;
    return *shim;
}

void* Shim::real(Id id) {
    void* const function = driver().function(id);
    if (function) return function;
    const std::lock_guard lock(m_mutex);
    bool& isMissed = m_isMissed[static_cast<std::size_t>(id)];
    if (!isMissed)
        message(std::string(FunctionNames[static_cast<std::size_t>(id)]) +
                (driver().isLoaded() ? ": the driver is older than this function" : ": no driver is loaded"));
    isMissed = true;
    return nullptr;
}

bool Shim::begins() {
    m_isInTheWay.store(true, std::memory_order_relaxed);
    if (depth > 0) return false;
    Recorder& recorder = Recorder::instance();
    if (recorder.isTried() ? !recorder.isOn(Source::DriverCalls) : mode() == Mode::CuptiOnly) return false;
    ++depth;
    return true;
}

void Shim::ends() { --depth; }

void Shim::settle(int result) {
    Recorder& recorder = Recorder::instance();
    if (result != Success || recorder.isTried()) return;
    ++depth; // what the recorder asks the driver is not the program's
    if (recorder.start(Source::DriverCalls, "calls of the driver") && mode() == Mode::Either)
        message("without CUPTI only calls on the host are recorded: times are not those of the GPU");
    --depth;
}

void Shim::record(Call& call, int result) {
    Recorder& recorder = Recorder::instance();
    if (!call.isRecorded || !recorder.isOn(Source::DriverCalls)) return;
    if (thread == 0) thread = static_cast<std::uint32_t>(::gettid());
    call.event.kind = Kind::DriverCall;
    call.event.name = static_cast<std::uint32_t>(call.id) + 1;
    call.event.thread = thread;
    call.event.result = result;
    call.event.correlation = m_correlation.fetch_add(1, std::memory_order_relaxed) + 1;
    if (call.event.device == NoDevice) call.event.device = currentDevice();
    recorder.add(call.event);
}

bool Shim::isCapturing(Id id, Handle stream) {
    if (m_captures.load(std::memory_order_acquire) <= 0) return false;
    static const auto ofThread = driver().symbol<int(Handle, int*)>("cuStreamIsCapturing_ptsz");
    static const auto ofAll = driver().symbol<int(Handle, int*)>("cuStreamIsCapturing");
    const auto ask = isPerThread(id) ? ofThread : ofAll;
    int status = 0;
    return ask && ask(stream, &status) == Success && status != 0;
}

std::uint64_t Shim::streamNumber(Id id, Handle stream) {
    const auto byNumber = [](std::uintptr_t number) { return reinterpret_cast<Handle>(number); };
    const Handle legacy = byNumber(1), ofThread = byNumber(2);
    if (!stream) stream = isPerThread(id) ? ofThread : legacy;
    if (stream == legacy) return 1;
    if (thread == 0) thread = static_cast<std::uint32_t>(::gettid());
    const std::lock_guard lock(m_mutex);
    return m_streams.try_emplace({stream, stream == ofThread ? thread : 0}, m_streams.size() + 2).first->second;
}

void Shim::on(Call& call, Handle stream) {
    call.isRecorded = !isCapturing(call.id, stream);
    if (call.isRecorded) call.event.stream = streamNumber(call.id, stream);
}

void Shim::allocate(Address at, std::size_t bytes) {
    const std::int32_t device = currentDevice();
    m_memory.allocate(at, {static_cast<std::int64_t>(bytes), device == NoDevice ? 0 : device});
}

void Shim::before(Call& call, const Waits& effect) {
    if (effect.stream) on(call, effect.stream);
}
void Shim::before(Call& call, const OnStream& effect) { on(call, effect.stream); }
void Shim::before(Call& call, const Launches& effect) {
    on(call, effect.stream);
    if (!call.isRecorded) return;
    call.event.kernel = m_kernels.of(effect.function);
    for (int i = 0; i < 3; ++i) {
        call.event.grid[i] = effect.grid[i];
        call.event.block[i] = effect.block[i];
    }
    call.event.sharedBytes = effect.sharedBytes;
}
void Shim::before(Call& call, const LaunchesGraph& effect) { on(call, effect.stream); }
void Shim::before(Call& call, const AllocatesInOrder& effect) { on(call, effect.stream); }
void Shim::before(Call& call, const Frees& effect) { call.freed = m_memory.free(effect.at); }
void Shim::before(Call& call, const FreesHost& effect) { call.freed = m_memory.free(asAddress(effect.at)); }
void Shim::before(Call& call, const FreesInOrder& effect) {
    on(call, effect.stream);
    if (call.isRecorded) call.freed = m_memory.free(effect.at);
}
void Shim::before(Call& call, const Copies& effect) {
    on(call, effect.stream);
    call.event.bytes = static_cast<std::int64_t>(effect.bytes);
}
void Shim::before(Call& call, const Fills& effect) {
    on(call, effect.stream);
    call.event.bytes = static_cast<std::int64_t>(effect.bytes);
}
// It ends even where it fails, as it does for a capture that was broken.
void Shim::before(Call& call, const EndsCapture& effect) {
    if (isCapturing(call.id, effect.stream)) m_captures.fetch_sub(1, std::memory_order_acq_rel);
    call.event.stream = streamNumber(call.id, effect.stream);
}

void Shim::after(Call&, const Names& effect) {
    if (effect.function) m_kernels.set(*effect.function, effect.name);
}
void Shim::after(Call&, const Allocates& effect) {
    if (effect.at) allocate(*effect.at, effect.bytes);
}
void Shim::after(Call&, const AllocatesRows& effect) {
    if (effect.at && effect.pitch) allocate(*effect.at, *effect.pitch * effect.rows);
}
void Shim::after(Call&, const AllocatesHost& effect) {
    if (effect.at)
        m_memory.allocate(asAddress(*effect.at), {static_cast<std::int64_t>(effect.bytes), NoDevice});
}
void Shim::after(Call& call, const AllocatesInOrder& effect) {
    if (call.isRecorded && effect.at) allocate(*effect.at, effect.bytes);
}
void Shim::after(Call&, const FreesAllOf& effect) { m_memory.freeAllOf(effect.device); }
void Shim::after(Call&, const Creates& effect) {
    constexpr std::uint32_t OnDevice = 1;
    if (!effect.handle) return;
    const bool isOfDevice = !effect.properties || effect.properties->placeKind == OnDevice;
    const std::int32_t device = isOfDevice && effect.properties ? effect.properties->place : 0;
    m_memory.create(*effect.handle, {static_cast<std::int64_t>(effect.bytes), isOfDevice ? device : NoDevice});
}
void Shim::after(Call&, const Releases& effect) { m_memory.release(effect.handle); }
void Shim::after(Call&, const Maps& effect) { m_memory.map(effect.at, effect.handle); }
void Shim::after(Call&, const Unmaps& effect) { m_memory.unmap(effect.at, effect.bytes); }
void Shim::after(Call& call, const BeginsCapture& effect) {
    m_captures.fetch_add(1, std::memory_order_acq_rel);
    call.event.stream = streamNumber(call.id, effect.stream);
}

void Shim::undo(Call& call, const Frees& effect) { m_memory.allocate(effect.at, call.freed); }
void Shim::undo(Call& call, const FreesHost& effect) { m_memory.allocate(asAddress(effect.at), call.freed); }
void Shim::undo(Call& call, const FreesInOrder& effect) { m_memory.allocate(effect.at, call.freed); }

namespace {

// Behind the handlers of atexit(), and so behind what programs free there.
[[gnu::destructor]] void finish() {
    if (Recorder::instance().isOn(Source::DriverCalls)) Recorder::instance().finish();
}

} // namespace

} // namespace edgewright::cuda_trace
