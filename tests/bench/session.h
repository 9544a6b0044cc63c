// SPDX-License-Identifier: GPL-3.0-or-later
// State that the measurements of one run share.
#pragma once

#include "tests/bench/network.h"
#include "tests/bench/report.h"
#include "tests/bench/timing.h"

#include <filesystem>
#include <vector>

namespace edgewright::bench {

struct Session {
    Patience patience;
    bool quick = false;
    bool peers = false;                // compare with other programs
    int threads = 1;                   // of convolutions, and of networks that are compared
    std::filesystem::path commandLine; // edgewright-cli
    std::filesystem::path peerScript;
    std::vector<Case> cases;
    Report report;

    std::string threadsText() const {
        return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
};

} // namespace edgewright::bench
