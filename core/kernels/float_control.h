// SPDX-License-Identifier: GPL-3.0-or-later
// The processor's mode for floats (rounding, denormals), a setting of each thread.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace edgewright::kernels {

// The control register: MXCSR of x86, FPCR of aarch64; nothing on other processors.
class FloatControl {
public:
    static FloatControl ofThisThread() {
#if defined(__SSE2__)
        return FloatControl(_mm_getcsr());
#elif defined(__aarch64__)
        std::uint64_t bits;
        asm volatile("mrs %0, fpcr" : "=r"(bits));
        return FloatControl(bits);
#else
        return FloatControl(0);
#endif
    }
    // For the calling thread.
    void use() const {
#if defined(__SSE2__)
        _mm_setcsr(static_cast<std::uint32_t>(m_bits));
#elif defined(__aarch64__)
        asm volatile("msr fpcr, %0" : : "r"(m_bits));
#endif
    }
    // Denormal numbers count as zero, as operands and as results; or they are kept.
    FloatControl flushing(bool flush) const { return FloatControl(flush ? m_bits | Flush : m_bits & ~Flush); }
    bool flushes() const { return Flush != 0 && (m_bits & Flush) == Flush; }

private:
    explicit FloatControl(std::uint64_t bits) : m_bits(bits) {}

#if defined(__SSE2__)
    static constexpr std::uint64_t Flush = 0x8040; // FTZ, DAZ
#elif defined(__aarch64__)
    static constexpr std::uint64_t Flush = std::uint64_t(1) << 24; // FZ
#else
    static constexpr std::uint64_t Flush = 0;
#endif
    std::uint64_t m_bits;
};

// While it lives, the calling thread, and who helps it in parallelFor, flushes denormal numbers or keeps them.
class ScopedDenormals {
public:
    explicit ScopedDenormals(bool flush) { m_before.flushing(flush).use(); }
    ~ScopedDenormals() { m_before.use(); }
    ScopedDenormals(const ScopedDenormals&) = delete;
    ScopedDenormals& operator=(const ScopedDenormals&) = delete;

private:
    FloatControl m_before = FloatControl::ofThisThread();
};

} // namespace edgewright::kernels
