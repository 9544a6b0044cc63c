// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/space_choice.h"

#include "core/base/propagate.h"

namespace edgewright::cost {

SpaceChoice SpaceChoice::standard() { return {{"size=4..128", "dataflow=os,ws,is"}, 0}; }

Result<DesignSpace> SpaceChoice::on(const Accelerator& base) const {
    DesignSpace space;
    space.base = base;
    for (const std::string& axis : axes)
        RETURN_IF_ERROR(readAxis(axis, space));
    return space;
}

} // namespace edgewright::cost
