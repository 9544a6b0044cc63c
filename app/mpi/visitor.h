// SPDX-License-Identifier: GPL-3.0-or-later
// A visitor of rank 0: standard input and output are those of the agent of another rank.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace edgewright::mpi {

// Until one of both ends. BadInput where no ranks run, or that rank does not take it.
Result<void> visit(const std::filesystem::path& socket, std::uint32_t rank);

} // namespace edgewright::mpi
