// SPDX-License-Identifier: GPL-3.0-or-later
// XGBoost's functions, from the library as it is installed: programs start without it, and nobody links with
// it.
#pragma once

#include "core/base/result.h"

#include <xgboost/c_api.h>

namespace edgewright::cost::search {

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

} // namespace edgewright::cost::search
