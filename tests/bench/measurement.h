// SPDX-License-Identifier: GPL-3.0-or-later
// One thing that is measured.
//
// To add one: write tests/bench/measurements/<name>.cpp with `extern const Measurement <name>;` and its
// definition, and add <name> to ENTRIES in tests/bench/CMakeLists.txt; its place there is its place in the
// report.
#pragma once

#include "tests/bench/session.h"

#include <span>

namespace edgewright::bench {

struct Measurement {
    const char* name;
    const char* summary;
    bool ofNetworks; // whether it goes through Session::cases
    void (*run)(Session&);
};

std::span<const Measurement* const> measurements();

} // namespace edgewright::bench
