// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/say.h"

namespace edgewright {

Error outOfMemory(const std::string& what, std::int64_t needed, std::int64_t limit) {
    return {ErrorCode::OutOfMemory, say("{1}: {2} bytes needed, limit {3} bytes", what, needed, limit)};
}

} // namespace edgewright
