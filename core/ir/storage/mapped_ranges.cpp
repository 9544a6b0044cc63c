// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/storage/mapped_ranges.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace edgewright::ir {

// Free while `begin` is 0. Written under the lock, read by the signal handler without it.
struct MappedRange::Slot {
    std::atomic<std::uintptr_t> begin{0}, end{0};
    std::atomic<bool> lost{false};
};

namespace {

// Blocks are added, never freed: the handler may be walking them.
struct SlotBlock {
    std::array<MappedRange::Slot, 256> slots;
    std::atomic<SlotBlock*> next{nullptr};
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free &&
                  std::atomic<SlotBlock*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler reads them");

SlotBlock firstBlock;
std::mutex slotLock;
std::uintptr_t pageBytes = 4096;
struct sigaction handlerBefore;

// Nothing but calls that are safe in a signal handler. On Linux, mmap is a bare system call.
bool fillWithZeros(MappedRange::Slot& slot, std::uintptr_t address) {
    const std::uintptr_t begin = slot.begin.load(std::memory_order_acquire);
    const std::uintptr_t end = slot.end.load(std::memory_order_acquire);
    if (begin == 0 || address < begin || address >= end) return false;
    const std::uintptr_t page = address / pageBytes * pageBytes;
    // Whatever follows a page that is missing is missing, too.
    void* filled = ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    if (filled == MAP_FAILED) return false;
    slot.lost.store(true, std::memory_order_release);
    return true;
}

void onBusError(int signal, siginfo_t* info, void*) {
    const int error = errno;
    const bool isFault = info->si_code > 0; // else someone has sent the signal, and there is no address
    const auto address = isFault ? reinterpret_cast<std::uintptr_t>(info->si_addr) : 0;
    for (SlotBlock* block = &firstBlock; block && isFault; block = block->next.load(std::memory_order_acquire))
        for (MappedRange::Slot& slot : block->slots)
            if (fillWithZeros(slot, address)) {
                errno = error;
                return; // the access is repeated
            }
    // Not ours: the access is repeated, or the signal sent again, for the handler that was there before.
    ::sigaction(signal, &handlerBefore, nullptr);
    if (!isFault) ::raise(signal);
    errno = error;
}

void installHandler() {
    pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction ours {};
    ours.sa_sigaction = onBusError;
    ours.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&ours.sa_mask);
    ::sigaction(SIGBUS, &ours, &handlerBefore);
}

MappedRange::Slot& freeSlot() {
    for (SlotBlock* block = &firstBlock;; block = block->next.load(std::memory_order_relaxed)) {
        for (MappedRange::Slot& slot : block->slots)
            if (slot.begin.load(std::memory_order_relaxed) == 0) return slot;
        if (!block->next.load(std::memory_order_relaxed))
            block->next.store(new SlotBlock, std::memory_order_release);
    }
}

} // namespace

MappedRange::MappedRange(std::span<std::byte> bytes) {
    const std::scoped_lock held(slotLock);
    static const bool installed = (installHandler(), true);
    static_cast<void>(installed);
    m_slot = &freeSlot();
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    m_slot->lost.store(false, std::memory_order_relaxed);
    m_slot->end.store(begin + bytes.size(), std::memory_order_release);
    m_slot->begin.store(begin, std::memory_order_release);
}

MappedRange::~MappedRange() {
    const std::scoped_lock held(slotLock);
    m_slot->begin.store(0, std::memory_order_release);
}

bool MappedRange::lost() const { return m_slot->lost.load(std::memory_order_acquire); }

} // namespace edgewright::ir
