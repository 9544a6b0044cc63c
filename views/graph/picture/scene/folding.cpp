// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/folding.h"

namespace edgewright::views {

Folded::Folded(const Folding& folding) : m_of(folding.of) {
    if (!folding.modules || !m_of) {
        m_of.reset();
        return;
    }
    m_box.resize(folding.modules->all.size());
    for (std::size_t i = 1; i < m_box.size(); ++i) { // parents come first
        const ModuleId above = m_box[folding.modules->all[i].parent.index()];
        m_box[i] = above.valid() || folding.open.contains(ModuleId(i)) ? above : ModuleId(i);
    }
}

} // namespace edgewright::views
