// SPDX-License-Identifier: GPL-3.0-or-later
// The socket at which rank 0 and its visitors meet, and bytes into descriptors.
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace edgewright::mpi {

// Each is BadInput where the path is too long for the address of a socket.

// Connected to who listens there; no descriptor, and errno, where nobody does.
Result<Descriptor> connectedTo(const std::filesystem::path& socket);

// Listening there, in the place of a socket that nobody listens at. BadInput where another program does, or the
// socket cannot be made.
Result<Descriptor> listeningAt(const std::filesystem::path& socket);

// False: nobody reads any more.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

} // namespace edgewright::mpi
