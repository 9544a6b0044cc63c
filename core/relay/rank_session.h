// SPDX-License-Identifier: GPL-3.0-or-later
// Agents of a cluster's machines, which run as ranks of an MPI program on this one: mpirun edgewright-mpi.
#pragma once

#include "core/remote/session.h"

#include <filesystem>
#include <memory>

namespace edgewright::relay {

// edgewright-mpi, beside the agent of this machine. Unsupported where it was built without OpenMPI.
Result<std::filesystem::path> rankProgram();

// With the agent of a rank, from 1 on, which nobody else talks to. `socket`: where rank 0 listens; empty: the
// place that it has unless told. BadInput where no ranks run; errors of rankProgram().
Result<std::unique_ptr<remote::Session>> rankSession(int rank, const RunContext& run = {},
                                                     const std::filesystem::path& socket = {});

} // namespace edgewright::relay
