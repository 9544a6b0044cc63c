// SPDX-License-Identifier: GPL-3.0-or-later
// Things that a test cannot measure under a sanitizer, or measures on less there.
#pragma once

namespace edgewright::test {

#if defined(__has_feature)
#define EDGEWRIGHT_HAS_FEATURE(name) __has_feature(name)
#else
#define EDGEWRIGHT_HAS_FEATURE(name) false
#endif

// It keeps what was freed, and needs the whole address space.
#if defined(__SANITIZE_ADDRESS__) || EDGEWRIGHT_HAS_FEATURE(address_sanitizer)
inline constexpr bool UnderAddressSanitizer = true;
#else
inline constexpr bool UnderAddressSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || EDGEWRIGHT_HAS_FEATURE(thread_sanitizer)
inline constexpr bool UnderThreadSanitizer = true;
#else
inline constexpr bool UnderThreadSanitizer = false;
#endif

// Code runs several times slower: a test that goes over a large collection takes a part of it.
inline constexpr bool UnderSanitizer = UnderAddressSanitizer || UnderThreadSanitizer;

#undef EDGEWRIGHT_HAS_FEATURE

} // namespace edgewright::test
