// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/frame_inputs.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/dataset/pixels.h"
#include "core/frames/camera.h"
#include "core/frames/folder.h"

#include <algorithm>

namespace edgewright::device {

Result<std::shared_ptr<FrameInputs>> FrameInputs::open(const scenario::Model& model, const ir::Graph& graph,
                                                       std::function<void()> ended, const RunContext& run) {
    using enum scenario::ArrivalKind;
    const bool isFolder = model.arrivals.kind == Frames;
    if (!isFolder && model.arrivals.kind != Camera) return std::shared_ptr<FrameInputs>();
    if (graph.inputs.size() != 1)
        return badInput(say("model {1} has {2} inputs; expected one, an image, for frames",
                            inQuotes(model.name), graph.inputs.size()));
    const ir::TensorType& type = graph.value(graph.inputs[0]).type;
    std::shared_ptr<FrameInputs> made(new FrameInputs(model, type, std::move(ended), run));
    if (const auto target = dataset::pixelTarget(type, {}); !target)
        return Error(target.error()).within(inQuotes(model.name));
    if (isFolder) {
        RETURN_IF_ERROR(made->readFolder(model));
        return made;
    }
    ASSIGN_OR_RETURN(made->m_camera, frames::openCamera(model.arrivals.device, {}));
    return made;
}

Result<void> FrameInputs::readFolder(const scenario::Model& model) {
    ASSIGN_OR_RETURN(auto source, frames::FolderSource::open(model.arrivals.folder));
    const std::size_t files = std::min(source.files(), MaxFrames);
    for (std::size_t i = 0; i < files; ++i) {
        auto frame = source.next(m_run);
        if (m_run.stopped()) return cancelled();
        auto tensor = frame ? tensorOf(*std::move(frame)) : Result<ir::Tensor>(std::move(frame).error());
        if (tensor)
            m_tensors.push_back(*std::move(tensor));
        else
            note(tensor.error());
    }
    if (m_tensors.empty())
        return badInput(say("{1}: none of {2} pictures can be decoded: {3}", model.arrivals.folder.string(),
                            files, m_faults.front()));
    return {};
}

Result<ir::Tensor> FrameInputs::tensorOf(frames::Frame frame) const {
    ASSIGN_OR_RETURN(const auto target, dataset::pixelTarget(m_type, {}));
    return dataset::tensorOf(std::move(frame.image), target, m_type, {});
}

void FrameInputs::note(const Error& error) {
    ++m_faultCount;
    if (m_faults.size() < MaxFaults) m_faults.push_back(error.message);
}

Result<std::vector<ir::Tensor>> FrameInputs::of(std::uint64_t request) {
    if (!m_camera) return std::vector{m_tensors[request % m_tensors.size()]};
    const std::scoped_lock lock(m_mutex);
    while (!m_end) {
        auto frame = m_camera->next(m_run);
        if (m_run.stopped()) return cancelled();
        auto tensor = frame ? tensorOf(*std::move(frame)) : Result<ir::Tensor>(std::move(frame).error());
        if (tensor) {
            m_tensors = {*std::move(tensor)};
            return m_tensors;
        }
        if (m_camera->hasEnded()) {
            m_end = tensor.error();
            if (m_ended) m_ended();
        } else {
            note(tensor.error());
        }
    }
    if (m_tensors.empty()) return *m_end;
    return m_tensors;
}

std::vector<std::string> FrameInputs::doubts() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> all;
    if (m_faultCount > 0)
        all.push_back(sayCount(m_faultCount, "{2}: {1} frame was left out: {3}",
                               "{2}: {1} frames were left out, first: {3}", m_name, m_faults.front()));
    if (m_end) all.push_back(say("{1}: the camera sends no more: {2}", m_name, m_end->message));
    return all;
}

Result<std::vector<std::shared_ptr<FrameInputs>>> feedFrames(const scenario::Scenario& scenario,
                                                             std::vector<serve::ServedModel>& models,
                                                             std::stop_source stop, const RunContext& run) {
    std::vector<std::shared_ptr<FrameInputs>> all;
    for (std::size_t i = 0; i < models.size(); ++i) {
        ASSIGN_OR_RETURN(auto frames, FrameInputs::open(
                                          scenario.models[i], *models[i].sizes.front().graph,
                                          [stop]() mutable { stop.request_stop(); }, run));
        if (!frames) continue;
        models[i].inputs = [frames](std::uint64_t request) { return frames->of(request); };
        all.push_back(std::move(frames));
    }
    return all;
}

} // namespace edgewright::device
