// SPDX-License-Identifier: GPL-3.0-or-later
// Model files of at most 10 kB, some with a hole beside them, that ask for gigabytes while they are opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::test {

struct Bomb {
    std::string name;
    // Writes the model, and what it needs, into a folder; the model's path.
    std::filesystem::path (*write)(const std::filesystem::path& folder);
};

const std::vector<Bomb>& bombs();
inline constexpr std::uintmax_t MaxBombBytes = 10'000;

// Relu after Relu: not small, and nothing is wrong with it.
std::filesystem::path writeChain(const std::filesystem::path& folder, int nodes);

} // namespace edgewright::test
