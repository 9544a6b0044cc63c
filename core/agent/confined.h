// SPDX-License-Identifier: GPL-3.0-or-later
// For as long as it lives, the calling thread and those that it starts run on some processors only.
#pragma once

#include "core/base/result.h"

#include <vector>

#include <sched.h>

namespace edgewright::agent {

class Confined {
public:
    // Empty: all processors, as before. BadInput where the machine has none of them.
    static Result<Confined> to(const std::vector<int>& processors);
    ~Confined();
    Confined(Confined&& other) noexcept;
    Confined& operator=(Confined&&) = delete;

private:
    Confined() = default;
    cpu_set_t m_before{};
    bool m_isConfined = false;
};

} // namespace edgewright::agent
