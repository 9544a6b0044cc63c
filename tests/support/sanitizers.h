// SPDX-License-Identifier: GPL-3.0-or-later
// What a test cannot measure under a sanitizer.
#pragma once

namespace edgewright::test {

// It keeps what was freed, and needs the whole address space.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool UnderAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool UnderAddressSanitizer = true;
#else
inline constexpr bool UnderAddressSanitizer = false;
#endif
#else
inline constexpr bool UnderAddressSanitizer = false;
#endif

} // namespace edgewright::test
