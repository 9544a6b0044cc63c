// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/job/job_slot.h"

#include <QMetaObject>

namespace edgewright::views {

JobSlot::JobSlot(QThreadPool& pool, QString title, QObject* parent)
    : QObject(parent), m_pool(pool), m_board(JobBoard::of(pool)), m_title(std::move(title)),
      m_mailbox(new Mailbox, [](Mailbox* mailbox) { mailbox->deleteLater(); }) {
    m_mailbox->slot = this;
    m_sampler.setInterval(50);
    connect(&m_sampler, &QTimer::timeout, this, [this] {
        const auto [done, total] = progress();
        emit progressed(done, total);
        if (m_board) m_board->note();
    });
    if (m_board) m_board->add(*this);
}

JobSlot::~JobSlot() {
    m_mailbox->slot = nullptr;
    if (m_job) m_job->stop.request_stop();
    if (m_board) m_board->remove(*this);
}

void JobSlot::cancel() {
    if (!m_job) return;
    stop();
    emit cancelled();
}

void JobSlot::stop() {
    if (!m_job) return;
    m_job->stop.request_stop();
    finish();
}

std::pair<std::uint32_t, std::uint32_t> JobSlot::progress() const {
    if (!m_job) return {0, 0};
    const auto now = m_job->progress.get();
    auto& shown = m_job->shown;
    if (now.second > 0 && std::uint64_t(now.first) * shown.second >= std::uint64_t(shown.first) * now.second)
        shown = now;
    return shown;
}

std::shared_ptr<JobSlot::Job> JobSlot::begin() {
    const bool replaced = m_job != nullptr;
    if (replaced) m_job->stop.request_stop();
    m_job = std::make_shared<Job>();
    m_sampler.start();
    if (m_board) m_board->note();
    if (!replaced) emit runningChanged(true);
    return m_job;
}

void JobSlot::finish() {
    m_job.reset();
    m_sampler.stop();
    if (m_board) m_board->note();
    emit runningChanged(false);
}

void JobSlot::Mailbox::post(std::function<void(JobSlot&)> message) {
    QMetaObject::invokeMethod(
        this,
        [this, message = std::move(message)] {
            if (slot) message(*slot);
        },
        Qt::QueuedConnection);
}

} // namespace edgewright::views
