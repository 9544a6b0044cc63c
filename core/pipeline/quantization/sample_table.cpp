// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/sample_table.h"

namespace edgewright::pipeline {

namespace sample_columns {

namespace {

using table::Cell;
using table::member;
using table::Word;
using enum table::Unit;

Cell verdict(const Int8Sample& sample) {
    const bool isSame = sample.fp32Top == sample.int8Top;
    if (!sample.label)
        return isSame ? Word{"same", TRANSLATABLE("Word", "the same")}
                      : Word{"another", TRANSLATABLE("Word", "another")};
    if (isSame)
        return sample.fp32Top == *sample.label ? Word{"right", TRANSLATABLE("Word", "right")}
                                               : Word{"wrong", TRANSLATABLE("Word", "both wrong")};
    if (sample.fp32Top == *sample.label) return Word{"lost", TRANSLATABLE("Word", "lost in integers")};
    if (sample.int8Top == *sample.label) return Word{"won", TRANSLATABLE("Word", "won in integers")};
    return Word{"wrong_otherwise", TRANSLATABLE("Word", "both wrong, differently")};
}

constexpr table::Column<Int8Sample> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Sample"),
      TRANSLATABLE("Column", "One layer is studied on the sample that is chosen here")},
     member<&Int8Sample::name>},
    {{"label", TRANSLATABLE("Column", "Label"), TRANSLATABLE("Column", "What it is"), Plain},
     member<&Int8Sample::label>},
    {{"fp32", TRANSLATABLE("Column", "FP32"),
      TRANSLATABLE("Column", "Largest element of the output in float32"), Plain},
     member<&Int8Sample::fp32Top>},
    {{"int8", TRANSLATABLE("Column", "INT8"),
      TRANSLATABLE("Column", "Largest element of the output in integers"), Plain},
     member<&Int8Sample::int8Top>},
    {{"verdict", TRANSLATABLE("Column", "Verdict"), TRANSLATABLE("Column", "What integers change"), Text,
      table::People},
     verdict},
};

} // namespace

} // namespace sample_columns

table::Table sampleTable(std::span<const Int8Sample> samples, std::shared_ptr<const void> owner) {
    return {std::span(sample_columns::Columns), samples.size(),
            [samples, owner = std::move(owner)](std::size_t row) -> const Int8Sample& { return samples[row]; }};
}

} // namespace edgewright::pipeline
