// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/definition_check.h"

#include "core/base/json_reader.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/host.h"

#include <algorithm>
#include <system_error>

namespace edgewright::experiment {

namespace {

class Checking {
public:
    Checking(const Definition& definition, const std::vector<const Cell*>& cells, OpenedModels& opened,
             const RunContext& run)
        : m_definition(definition), m_cells(cells), m_opened(opened), m_run{run.stop, nullptr} {}

    void data() {
        const pipeline::QuantizationSettings& named = m_definition.settings.quantization;
        for (const auto& [place, file] : {std::pair("quantization.source", &named.source),
                                          std::pair("quantization.evaluation", &named.evaluation)}) {
            std::error_code failed;
            if (file->empty() || std::filesystem::exists(*file, failed)) continue;
            add({place, say("{1} is not there", file->string()), {}});
        }
    }

    void devices(const KnowsDevice& knows) {
        for (std::size_t i = 0; i < m_definition.devices.size(); ++i) {
            const std::string& device = m_definition.devices[i];
            if (device == remote::ThisMachine) continue;
            if (const auto known = knows(device); !known)
                add({placeOfItem("devices", i), known.error().message, {choiceOf(&Choices::device, device)}});
        }
    }

    Result<void> models() {
        for (std::size_t i = 0; i < m_definition.models.size(); ++i) {
            const ModelChoice& model = m_definition.models[i];
            const std::string place = placeOfItem("models", i);
            const AxisChoice own = choiceOf(&Choices::model, model.name);
            if (!isWanted({own})) continue;
            const auto opened = pipeline::open(model.file, m_run);
            if (m_run.stopped()) return cancelled();
            if (!opened) {
                add({place, opened.error().message, {own}});
                continue;
            }
            m_opened.emplace(model.file, *opened);
            const bool hasSizes = !model.sizes.empty();
            const auto& sizes = hasSizes ? model.sizes : m_definition.sizes;
            for (std::size_t k = 0; k < sizes.size(); ++k)
                if (const auto fits = requireOpen((*opened)->model->graph, sizes[k]); !fits)
                    add({placeOfItem(hasSizes ? placeOfKey(place, "sizes") : "sizes", k),
                         model.name + ": " + fits.error().message,
                         {own, choiceOf(&Choices::size, sizeText(sizes[k]))}});
        }
        return {};
    }

    std::vector<Fault> take() { return std::move(m_faults); }

private:
    static AxisChoice choiceOf(std::string Choices::*member, std::string choice) {
        return {&*std::ranges::find(axes(), member, &Axis::member), std::move(choice)};
    }
    bool isWanted(const std::vector<AxisChoice>& choices) const {
        const Fault asked{{}, {}, choices};
        return std::ranges::any_of(m_cells, [&](const Cell* cell) { return asked.keeps(cell->choices); });
    }
    void add(Fault fault) {
        if (isWanted(fault.of)) m_faults.push_back(std::move(fault));
    }

    const Definition& m_definition;
    const std::vector<const Cell*>& m_cells;
    OpenedModels& m_opened;
    const RunContext m_run;
    std::vector<Fault> m_faults;
};

} // namespace

bool Fault::keeps(const Choices& choices) const {
    return std::ranges::all_of(of, [&](const AxisChoice& each) { return each.isOf(choices); });
}

Result<std::vector<Fault>> faultsOf(const Definition& definition, const std::vector<const Cell*>& cells,
                                    const KnowsDevice& knows, OpenedModels& opened, const RunContext& run) {
    Checking checking(definition, cells, opened, run);
    if (knows) checking.devices(knows);
    checking.data();
    RETURN_IF_ERROR(checking.models());
    return checking.take();
}

} // namespace edgewright::experiment
