// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerators/presets.h"

#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/misuse.h"
#include "core/base/propagate.h"
#include "core/cost/embedded/embedded.h"

namespace edgewright::cost {

const std::vector<NamedAccelerator>& presets() {
    static const std::vector<NamedAccelerator> known = [] {
        std::vector<NamedAccelerator> made;
        for (const EmbeddedFile& file : embeddedFiles("")) {
            if (file.name == "schema.json") continue;
            auto read = readNamedAccelerator(std::string(file.text), std::string(file.name));
            if (!read) endMisuse("a preset cannot be read: ", read.error().message.c_str());
            made.push_back(*std::move(read));
        }
        return made;
    }();
    return known;
}

Result<NamedAccelerator> presetOrFile(const std::string& nameOrFile) {
    for (const NamedAccelerator& each : presets())
        if (each.name == nameOrFile) return each;
    ASSIGN_OR_RETURN(const std::string text, textOfFile(nameOrFile, JsonLimits().bytes));
    return readNamedAccelerator(text, nameOrFile);
}

} // namespace edgewright::cost
