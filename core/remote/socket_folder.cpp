// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/socket_folder.h"

#include <cstdlib>
#include <string_view>

namespace edgewright::remote {

Result<TemporaryFolder> socketFolder() {
    constexpr const char* Prefix = "edgewright-";
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    if (runtime && *runtime == '/' && std::string_view(runtime).size() < 50)
        if (auto folder = TemporaryFolder::in(runtime, Prefix)) return folder;
    return TemporaryFolder::in("/tmp", Prefix);
}

} // namespace edgewright::remote
