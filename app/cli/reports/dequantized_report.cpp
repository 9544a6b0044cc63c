// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/dequantized_report.h"

#include "app/cli/json.h"
#include "app/cli/reports/quantize_report.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/dequantized_model.h"

namespace edgewright::cli {

Result<ExitStatus> tellDequantized(Console& console, const ModelArguments& model, const NamedSamples& data,
                                   const pipeline::Typed& typed) {
    const auto compared =
        pipeline::dequantizedModel(typed, pipeline::labelledFeeds(data.set, console.run()), console.run());
    if (!compared) return Error(compared.error()).within(model.model);
    const pipeline::TopCounts& tops = compared->change.tops;
    console.print(compared->text());
    printOutputs(console, compared->change.outputs);
    printTops(console, tops);
    console.print(say("compared on {1}", data.text(tops.samples)));
    Json result({{"compared_with", "the same graph in float32"},
                 {"roundings", compared->roundings},
                 {"operators", compared->operators},
                 {"layers", Json::array()}, // none is quantized here
                 {"data", data.text(tops.samples)},
                 {"compared", tops.samples},
                 {"outputs", outputsJson(compared->change.outputs)},
                 {"weakest_output", weakestJson(compared->change.outputs)}});
    addTops(result, tops);
    console.printJson(documentOf(typed, result));
    return Done;
}

} // namespace edgewright::cli
