// SPDX-License-Identifier: GPL-3.0-or-later
// XGBoost through its C API, on one thread. Compiled where its headers were found (Debian: libxgboost-dev).
#include "core/base/propagate.h"
#include "core/base/result.h"
#include "core/base/say.h"
#include "core/cost/search/trees/cost_model.h"

#include <dlfcn.h>
#include <xgboost/c_api.h>

#include <limits>
#include <string>
#include <utility>

namespace edgewright::cost::search::xgboost_model {

namespace {

// XGBoost's functions, from the library as it is installed: programs start without it, and nobody links with
// it.
struct XgboostLibrary {
    decltype(&XGBGetLastError) lastError;
    decltype(&XGDMatrixCreateFromMat) createMatrix;
    decltype(&XGDMatrixSetFloatInfo) setFloats;
    decltype(&XGDMatrixFree) freeMatrix;
    decltype(&XGBoosterCreate) createBooster;
    decltype(&XGBoosterSetParam) setParameter;
    decltype(&XGBoosterUpdateOneIter) update;
    decltype(&XGBoosterPredict) predict;
    decltype(&XGBoosterFree) freeBooster;

    // Loaded once, for the process. Unsupported: it is not there, with the loader's words.
    static Result<const XgboostLibrary*> load();
};

Result<XgboostLibrary> loadXgboost() {
    void* module = nullptr;
    for (const char* const file :
         {"libxgboost.so.0", "libxgboost.so"}) // Debian's, and as it is built from source
        if (!module) module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        const char* why = dlerror();
        return unsupported(why ? say("XGBoost cannot be loaded: {1}", why)
                               : say("XGBoost cannot be loaded: libxgboost.so.0 is not found"));
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
    if (missing) return unsupported(say("XGBoost: the library has no function {1}", missing));
    return library;
}

Result<const XgboostLibrary*> XgboostLibrary::load() {
    static const Result<XgboostLibrary> loaded = loadXgboost();
    if (!loaded) return loaded.error();
    return &*loaded;
}

constexpr int Trees = 60;
constexpr std::pair<const char*, const char*> Parameters[] = {
    {"verbosity", "0"},       {"nthread", "1"},   {"seed", "1"},  {"objective", "reg:squarederror"},
    {"tree_method", "exact"}, {"max_depth", "6"}, {"eta", "0.2"}, {"lambda", "1"},
    {"min_child_weight", "1"}};

class Xgboost final : public CostModel {
public:
    explicit Xgboost(const XgboostLibrary& library) : m_library(library) {}
    ~Xgboost() override { forget(); }

    Result<void> fit(const Rows& rows, std::span<const float> targets) override {
        forget();
        DMatrixHandle matrix = nullptr;
        RETURN_IF_ERROR(matrixOf(rows, matrix));
        auto good = train(matrix, targets);
        m_library.freeMatrix(matrix);
        return good;
    }
    Result<std::vector<float>> predict(const Rows& rows) const override {
        DMatrixHandle matrix = nullptr;
        RETURN_IF_ERROR(matrixOf(rows, matrix));
        bst_ulong count = 0;
        const float* values = nullptr; // the booster's own
        const auto good = check(m_library.predict(m_booster, matrix, 0, 0, 0, &count, &values));
        std::vector<float> predicted;
        if (good) predicted.assign(values, values + count);
        m_library.freeMatrix(matrix);
        RETURN_IF_ERROR(good);
        return predicted;
    }

private:
    Result<void> check(int failed) const {
        if (failed) return internalError(std::string("XGBoost: ") + m_library.lastError());
        return {};
    }
    Result<void> matrixOf(const Rows& rows, DMatrixHandle& into) const {
        return check(m_library.createMatrix(rows.numbers.data(), rows.count(), rows.width,
                                            std::numeric_limits<float>::quiet_NaN(), &into));
    }
    Result<void> train(DMatrixHandle matrix, std::span<const float> targets) {
        RETURN_IF_ERROR(check(m_library.setFloats(matrix, "label", targets.data(), targets.size())));
        RETURN_IF_ERROR(check(m_library.createBooster(&matrix, 1, &m_booster)));
        for (const auto& [name, value] : Parameters)
            RETURN_IF_ERROR(check(m_library.setParameter(m_booster, name, value)));
        for (int tree = 0; tree < Trees; ++tree)
            RETURN_IF_ERROR(check(m_library.update(m_booster, tree, matrix)));
        return {};
    }
    void forget() {
        if (m_booster) m_library.freeBooster(std::exchange(m_booster, nullptr));
    }

    const XgboostLibrary& m_library;
    BoosterHandle m_booster = nullptr;
};

Result<std::unique_ptr<CostModel>> make() {
    ASSIGN_OR_RETURN(const XgboostLibrary* library, XgboostLibrary::load());
    return std::unique_ptr<CostModel>(std::make_unique<Xgboost>(*library));
}

} // namespace

extern const CostModelEntry entry{.name = "xgboost", .summary = "XGBoost", .make = make};

} // namespace edgewright::cost::search::xgboost_model
