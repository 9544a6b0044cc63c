// SPDX-License-Identifier: GPL-3.0-or-later
// A real Slurm of a test's own: one node, on loopback, with key, sockets, ports and state in a temporary
// folder.
#pragma once

#include "core/remote/processes/child.h"

#include <filesystem>
#include <optional>
#include <string>

namespace edgewright::test {

class SlurmCluster {
public:
    // The reason why there can be none here: Slurm is not installed, or this user may not start it; empty:
    // there can.
    static std::string missing();

    // Its node waits for jobs when this is done. `folder` is there, and of the test alone. Everything of it,
    // jobs too, ends with this object, and with this process, whatever ends that.
    explicit SlurmCluster(std::filesystem::path folder);

    // As SLURM_CONF in their environment, sbatch and the others find it by this file.
    std::filesystem::path configuration() const { return m_folder / "slurm.conf"; }
    std::string logs() const; // of its daemons, for what goes wrong

private:
    std::filesystem::path m_folder;
    std::optional<remote::Child> m_daemons;
};

} // namespace edgewright::test
