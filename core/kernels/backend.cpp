// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/backend.h"

#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace edgewright::kernels {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders() {
    std::vector<fs::path> result;
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    if (!failed) result.push_back((program.parent_path() / "../lib/edgewright").lexically_normal());
    const char* listed = std::getenv("EDGEWRIGHT_PLUGINS");
    for (std::string rest = listed ? listed : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end > 0) result.emplace_back(rest.substr(0, end));
        rest.erase(0, end + 1);
    }
    return result;
}

Result<const BackendTable*> tableIn(const std::string& file) {
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) { // the loader's own words name the file as well
        const char* why = dlerror();
        return badInput(why ? say("{1} cannot be loaded as a back end: {2}", file, why)
                            : say("{1} cannot be loaded as a back end", file));
    }
    const auto entry = reinterpret_cast<BackendEntry>(dlsym(module, BackendEntryName));
    if (!entry) return badInput(say("{1} is no back end: it has no function {2}", file, BackendEntryName));
    const BackendTable* table = entry();
    if (!table) return badInput(say("{1} cannot be used on this machine", file));
    if (table->version != BackendVersion)
        return badInput(say("{1} is made for version {2} of the interface where version {3} is expected", file,
                            table->version, BackendVersion));
    if (!table->library || !table->prepare || !table->describe || !table->scratchBytes || !table->run ||
        !table->release)
        return badInput(say("{1} is no back end: functions are missing", file));
    return table;
}

} // namespace

Result<const Backend*> Backend::load(const std::string& name) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const Backend>> loaded;
    const std::lock_guard lock(mutex);
    if (const auto found = loaded.find(name); found != loaded.end()) return found->second.get();

    constexpr std::string_view Letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    if (name.empty() || name.size() > 64 || name.find_first_not_of(Letters) != std::string::npos)
        return badInput(say("back end '{1}': a name of lower-case letters, digits and underscores is expected",
                            name.substr(0, 64)));
    const std::string fileName = "edgewright_" + name + ".so";
    std::string searched;
    for (const fs::path& folder : folders()) {
        const fs::path file = folder / fileName;
        std::error_code failed;
        if (fs::is_regular_file(file, failed)) {
            const auto table = tableIn(file.string());
            if (!table) return Error(table.error()).within(say("back end '{1}'", name));
            return loaded.emplace(name, std::unique_ptr<const Backend>(new Backend(*table, file.string())))
                .first->second.get();
        }
        searched += (searched.empty() ? "" : ", ") + folder.string();
    }
    return badInput(say("back end '{1}' is not there: no {2} in {3} (EDGEWRIGHT_PLUGINS names more folders)",
                        name, fileName, searched));
}

BackendHost backendHost() {
    const ElementwiseKernels& kernels = *table().elementwise;
    BackendHost host{};
    host.transpose = kernels.transpose;
    host.shift = [](const float* in, float shift, float* out, std::int64_t n) {
        table().elementwise->scaleShift(in, 1.0f, shift, out, n);
    };
    host.clip = kernels.unary[static_cast<int>(Unary::Clip)];
    host.parallel = runParallel;
    return host;
}

} // namespace edgewright::kernels
