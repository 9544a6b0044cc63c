// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/xgboost_library.h"

#include <dlfcn.h>
#include <string>

namespace edgewright::cost::search {

namespace {

Result<XgboostLibrary> loadXgboost() {
    void* module = nullptr;
    for (const char* const file :
         {"libxgboost.so.0", "libxgboost.so"}) // Debian's, and as it is built from source
        if (!module) module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        const char* why = dlerror();
        return unsupported(std::string("XGBoost cannot be loaded: ") +
                           (why ? why : "libxgboost.so.0 is not found"));
    }
    const char* missing = nullptr;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(module, name));
        if (!function) missing = name;
    };
    XgboostLibrary library{};
    find(library.lastError, "XGBGetLastError");
    find(library.createMatrix, "XGDMatrixCreateFromMat");
    find(library.setFloats, "XGDMatrixSetFloatInfo");
    find(library.freeMatrix, "XGDMatrixFree");
    find(library.createBooster, "XGBoosterCreate");
    find(library.setParameter, "XGBoosterSetParam");
    find(library.update, "XGBoosterUpdateOneIter");
    find(library.predict, "XGBoosterPredict");
    find(library.freeBooster, "XGBoosterFree");
    if (missing) return unsupported(std::string("XGBoost: the library has no function ") + missing);
    return library;
}

} // namespace

Result<const XgboostLibrary*> XgboostLibrary::load() {
    static const Result<XgboostLibrary> loaded = loadXgboost();
    if (!loaded) return loaded.error();
    return &*loaded;
}

} // namespace edgewright::cost::search
