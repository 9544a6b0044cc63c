// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for sockets: new, this user's alone, and with a short name, since a socket's path has about a
// hundred characters at most.
#pragma once

#include "core/base/temporary_folder.h"

namespace edgewright::remote {

// Below XDG_RUNTIME_DIR, else /tmp.
Result<TemporaryFolder> socketFolder();

} // namespace edgewright::remote
