// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/welcome/welcome.h"

#include "app/workbench/files/model_memory.h"
#include "app/workbench/files/thumbnail.h"
#include "app/workbench/lessons/lesson_files.h"
#include "core/pipeline/model_file.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxPageWidth = 1100, TileGap = 16, CardMargin = 12, ListRowHeight = 24; // pixels
constexpr int AboutLines = 3;                                                         // of a card
constexpr std::size_t MinListRows = 7; // of the columns of lessons and of files
constexpr qsizetype MaxBackName = 40;  // characters
constexpr double MinNoteShare = 0.4;   // of a row, where its name is long
const QSize PictureRoom(220, 92);      // of a sample's graph

QLabel* lineOf(const QString& text, views::TextSize size, bool bold, QWidget* parent) {
    QLabel* label = views::makeLabel(Qt::PlainText, size, bold, parent);
    label->setText(text);
    return label;
}

QLabel* mutedLine(const QString& text, QWidget* parent) {
    QLabel* label = lineOf(text, views::TextSize::Body, false, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

struct ReadLists {
    std::vector<std::optional<lesson::Lesson>> lessons; // nothing: cannot be read
    std::vector<bool> isThere;                          // of the files
};

// Below the sentence of an empty page, while there is no model: the way on.
class WayOn final : public QWidget {
public:
    WayOn(QAction& open, Welcome& welcome, QWidget* over) : QWidget(over) {
        auto* row = views::rowIn(this, {}, 8);
        const auto add = [&](const QString& name, const QString& text) {
            auto* button = new QPushButton(text, this);
            button->setObjectName(name);
            button->setAutoDefault(true); // Enter presses it
            row->addWidget(button);
            return button;
        };
        connect(add(u"openOffer"_s, open.text()), &QPushButton::clicked, &open, &QAction::trigger);
        connect(add(u"welcomeOffer"_s, Welcome::tr("Welcome")), &QPushButton::clicked, &welcome,
                &Welcome::open);
        over->installEventFilter(this);
    }
    void placeSoon() { QTimer::singleShot(0, this, &WayOn::place); } // once the page has its layout

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) placeSoon();
        return QWidget::eventFilter(watched, event);
    }
    void showEvent(QShowEvent* event) override {
        placeSoon();
        QWidget::showEvent(event);
    }

private:
    void place() {
        QRect room = parentWidget()->rect(); // of the sentence
        int widest = 0;
        for (const auto* each : parentWidget()->findChildren<views::StageOverlay*>()) {
            if (!each->isVisible() || each->text().isEmpty() || each->width() <= widest) continue;
            widest = each->width();
            room = QRect(each->mapTo(parentWidget(), QPoint()), each->size());
        }
        adjustSize();
        move(room.center() + QPoint(-width() / 2, fontMetrics().height()));
        raise();
    }
};

} // namespace

// A button of a name and something about it: a card with a picture, or a row of a list.
class WelcomeTile final : public QPushButton {
public:
    enum class Kind { Row, Card };

    WelcomeTile(Kind kind, const QString& objectName, QWidget* parent) : QPushButton(parent), m_kind(kind) {
        setObjectName(objectName);
        setAutoDefault(true); // Enter presses it
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    // `told`: to who does not see it.
    void say(const QString& name, const QString& about, const QString& tip, const QString& told) {
        m_name = name;
        m_about = about;
        setToolTip(views::plainTip(tip));
        setAccessibleName(told);
        update();
    }
    void setPicture(QImage picture) {
        m_picture = std::move(picture);
        update();
    }
    QSize sizeHint() const override {
        if (m_kind == Kind::Row) return {PictureRoom.width(), std::max(ListRowHeight, lineHeight() + 4)};
        return {PictureRoom.width() + 2 * CardMargin,
                PictureRoom.height() + (1 + AboutLines) * lineHeight() + 4 * CardMargin};
    }
    QSize minimumSizeHint() const override { return {PictureRoom.width() / 2, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        const views::Theme& theme = views::Theme::forPalette(QApplication::palette());
        const bool isCard = m_kind == Kind::Card, isOver = isEnabled() && (underMouse() || isDown());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isCard || isOver) {
            painter.setPen(isCard ? QPen(isOver ? theme.hover : theme.line) : QPen(Qt::NoPen));
            painter.setBrush(isOver ? theme.raised : theme.surface);
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
        isCard ? paintCard(painter, theme) : paintRow(painter, theme);
    }

private:
    int lineHeight() const { return QFontMetrics(views::font(views::TextSize::Body)).height(); }
    void paintCard(QPainter& painter, const views::Theme& theme) const {
        QRect inside = rect().adjusted(CardMargin, CardMargin, -CardMargin, -CardMargin);
        const QRect above(inside.topLeft(), QSize(inside.width(), PictureRoom.height()));
        if (!m_picture.isNull()) {
            const QSizeF size = m_picture.deviceIndependentSize();
            const QSizeF fitted =
                size.width() > above.width() ? size.scaled(QSizeF(above.size()), Qt::KeepAspectRatio) : size;
            const QPointF corner = QRectF(above).center() - QPointF(fitted.width() / 2, fitted.height() / 2);
            painter.setRenderHint(QPainter::SmoothPixmapTransform);
            painter.drawImage(QRectF(corner, fitted), m_picture);
        }
        inside.setTop(above.bottom() + 1 + CardMargin);
        const QFont bold = views::font(views::TextSize::Body, true);
        painter.setFont(bold);
        painter.setPen(theme.text);
        const int line = lineHeight();
        painter.drawText(QRect(inside.topLeft(), QSize(inside.width(), line)), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(bold).elidedText(m_name, Qt::ElideMiddle, inside.width()));
        painter.setFont(views::font(views::TextSize::Body));
        painter.setPen(theme.muted);
        painter.drawText(
            QRect(inside.left(), inside.top() + line + CardMargin / 2, inside.width(), AboutLines * line),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_about);
    }
    void paintRow(QPainter& painter, const views::Theme& theme) const {
        const QFont font = views::font(views::TextSize::Body);
        const QFontMetrics metrics(font);
        const QRect inside = rect().adjusted(8, 0, -8, 0);
        const int noteRoom = std::max(inside.width() - metrics.horizontalAdvance(m_name) - TileGap,
                                      static_cast<int>(inside.width() * MinNoteShare));
        const QString note = metrics.elidedText(m_about, Qt::ElideMiddle, noteRoom);
        const int nameRoom = inside.width() - metrics.horizontalAdvance(note) - TileGap;
        painter.setFont(font);
        painter.setPen(isEnabled() ? theme.text : theme.muted);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_name, Qt::ElideMiddle, nameRoom));
        painter.setPen(theme.muted);
        painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, note);
    }

    Kind m_kind;
    QString m_name, m_about;
    QImage m_picture;
};

Welcome::Welcome(views::Session& session, WindowMenu& menu, Lessons& lessons, QThreadPool& pool,
                 PageStack& pages)
    : QScrollArea(&pages), m_session(session), m_menu(menu), m_lessons(lessons), m_pages(pages),
      m_samples(sampleFiles()), m_read(pool, tr("Read the list of lessons")),
      m_draw(pool, tr("Draw the samples")) {
    setObjectName(u"welcome"_s);
    setAccessibleName(tr("Welcome"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // it follows the button that has the focus
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
    auto* wayOn = new WayOn(*menu.openAction(), *this, &pages);
    const auto offer = [this, wayOn] {
        wayOn->setVisible(isHidden() && !hasModel() && m_pages.currentEntry().needsModel);
        wayOn->placeSoon();
    };
    connect(&pages, &PageStack::covered, wayOn, offer);
    connect(&pages, &QStackedWidget::currentChanged, wayOn, offer);
    connect(&session, &views::Session::opened, wayOn, &QWidget::hide);
    connect(&session, &views::Session::opened, &pages, &PageStack::uncover);
    connect(&session, &views::Session::failed, this, &Welcome::openIfEmpty);
    connect(&menu, &WindowMenu::welcomeRequested, this, &Welcome::open);
    connect(&lessons, &Lessons::opened, this, [this](bool on) {
        if (on) m_pages.uncover();
    });
}

void Welcome::open() {
    if (isVisible()) return;
    if (!widget()) makeContent();
    fill();
    m_pages.cover(*this);
}

void Welcome::openIfEmpty() {
    if (m_session.idle() && !hasModel() && m_pages.currentEntry().needsModel) open();
}

void Welcome::makeContent() {
    auto* content = new QWidget;
    auto* column = new QWidget(content);
    column->setMaximumWidth(MaxPageWidth);
    auto* row = views::rowIn(content, {32, 20, 32, 12}, 0);
    row->addStretch(1);
    row->addWidget(column, 1000); // the rest of what is wider than it
    row->addStretch(1);
    auto* parts = views::columnIn(column, {}, TileGap);
    parts->addWidget(makeHead());
    if (!m_samples.isEmpty()) parts->addWidget(makeSamples());
    auto* lists = new QWidget(column);
    m_lists = views::rowIn(lists, {}, TileGap);
    parts->addWidget(lists);
    parts->addStretch(1);
    setWidget(content);
    setFocusProxy(m_open);
    drawSamples();
}

QWidget* Welcome::makeHead() {
    auto* head = new QWidget(this);
    auto* column = views::columnIn(head, {}, 4);
    column->addWidget(lineOf(u"Edgewright"_s, views::TextSize::Title, true, head));
    QLabel* about = lineOf(tr("Follow a neural network from its graph over fusion, memory and INT8 down to the "
                              "edge hardware, on this machine."),
                           views::TextSize::Body, false, head);
    about->setWordWrap(true);
    column->addWidget(about);
    column->addSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(TileGap);
    m_open = new QPushButton(tr("Open your own…"), head);
    m_open->setObjectName(u"welcomeOpen"_s);
    m_open->setToolTip(m_menu.openAction()->toolTip());
    m_open->setMinimumHeight(32);
    m_open->setAutoDefault(false); // which would take the look of the main one with the focus
    m_open->setDefault(true);
    connect(m_open, &QPushButton::clicked, m_menu.openAction(), &QAction::trigger);
    row->addWidget(m_open);
    row->addWidget(mutedLine(tr("or drop an ONNX model or a study into the window"), head), 1);
    m_back = new QPushButton(head);
    m_back->setObjectName(u"welcomeBack"_s);
    m_back->setAutoDefault(true);
    m_back->setFlat(true);
    connect(m_back, &QPushButton::clicked, &m_pages, &PageStack::uncover);
    row->addWidget(m_back);
    column->addLayout(row);
    return head;
}

QWidget* Welcome::makeSamples() {
    auto* samples = new QWidget(this);
    auto* column = views::columnIn(samples, {}, 8);
    column->addWidget(lineOf(tr("Samples"), views::TextSize::Body, true, samples));
    auto* row = new QHBoxLayout;
    row->setSpacing(TileGap);
    const QHash<QString, QString> abouts = sampleAbouts();
    for (const QString& file : m_samples) {
        const QString name = QFileInfo(file).completeBaseName(), about = abouts.value(file);
        auto* card = new WelcomeTile(WelcomeTile::Kind::Card, u"sample_"_s + name, samples);
        card->say(name, about, about.isEmpty() ? name : u"%1\n%2"_s.arg(name, about),
                  tr("Sample %1. %2").arg(name, about));
        connect(card, &QPushButton::clicked, this, [this, file] { emit m_menu.fileRequested(file); });
        row->addWidget(card);
        m_cards.push_back(card);
    }
    column->addLayout(row);
    return samples;
}

void Welcome::fill() {
    qDeleteAll(m_list.columns);
    m_list = {};
    m_list.lessons = lessonFolders();
    m_list.rows = std::max((m_list.lessons.size() + 1) / 2, MinListRows);
    m_list.recent = recentFiles().mid(0, static_cast<qsizetype>(m_list.rows)); // all are in the menu
    fillLessons();
    fillRecent();
    m_back->setVisible(hasModel());
    if (hasModel()) {
        const QString name = QString::fromStdString(pipeline::modelName(m_session.analysis()->opened->file));
        m_back->setText(tr("Back to %1").arg(views::shortName(name, MaxBackName)).replace(u'&', u"&&"_s));
        m_back->setAccessibleName(tr("Back to %1").arg(name));
        m_back->setToolTip(views::plainTip(name));
    }
    readLists();
}

QWidget* Welcome::addColumn(const QString& title) {
    auto* column = new QWidget(m_lists->parentWidget());
    views::columnIn(column, {}, 0)
        ->addWidget(lineOf(title, views::TextSize::Body, true, column), 0, Qt::AlignTop);
    column->layout()->addItem(new QSpacerItem(0, 4));
    m_lists->addWidget(column, 1, Qt::AlignTop);
    m_list.columns << column;
    return column;
}

// In two columns, of which each is read downwards.
void Welcome::fillLessons() {
    QWidget* column = addColumn(tr("Lessons"));
    for (std::size_t i = 0; i < m_list.lessons.size(); ++i) {
        if (i == m_list.rows) column = addColumn(u" "_s);
        const std::filesystem::path& folder = m_list.lessons[i];
        const QString id = QString::fromStdString(folder.filename().string());
        auto* row = new WelcomeTile(WelcomeTile::Kind::Row, u"welcomeLesson_"_s + id, column);
        row->say({}, {}, {}, tr("Lesson %1").arg(id)); // until it is read
        connect(row, &QPushButton::clicked, this, [this, folder] { m_lessons.player().start(folder); });
        column->layout()->addWidget(row);
        m_list.lessonTiles.push_back(row);
    }
}

void Welcome::fillRecent() {
    QWidget* column = addColumn(tr("Recent files"));
    if (m_list.recent.isEmpty()) column->layout()->addWidget(mutedLine(tr("Nothing opened yet"), column));
    for (const QString& file : std::as_const(m_list.recent)) {
        const QString name = QString::fromStdString(pipeline::modelName(file.toStdString()));
        auto* row = new WelcomeTile(WelcomeTile::Kind::Row,
                                    u"welcomeRecent_%1"_s.arg(m_list.recentTiles.size()), column);
        row->say(name, QFileInfo(file).path(), file, tr("Open %1").arg(file));
        connect(row, &QPushButton::clicked, this, [this, file] { emit m_menu.fileRequested(file); });
        column->layout()->addWidget(row);
        m_list.recentTiles.push_back(row);
    }
}

// Off this thread: the page is seen before.
void Welcome::readLists() {
    m_read.start(
        [lessons = m_list.lessons, recent = m_list.recent](const RunContext&) -> Result<ReadLists> {
            ReadLists read;
            for (const std::filesystem::path& folder : lessons) {
                auto lesson = lesson::readLesson(folder);
                read.lessons.push_back(lesson ? std::optional(std::move(*lesson)) : std::nullopt);
            }
            for (const QString& file : recent)
                read.isThere.push_back(QFileInfo::exists(file));
            return read;
        },
        [this](Result<ReadLists> read) {
            if (!read) return;
            const std::vector<std::string> languages = windowLanguages();
            for (std::size_t i = 0; i < read->lessons.size(); ++i) {
                WelcomeTile& row = *m_list.lessonTiles[i];
                const auto& lesson = read->lessons[i];
                if (!lesson) {
                    const QString why = tr("%1 (cannot be read)")
                                            .arg(QString::fromStdString(m_list.lessons[i].filename().string()));
                    row.say(why, {}, why, why);
                    continue;
                }
                const lesson::Words& words = lesson->in(languages);
                const QString title = QString::fromStdString(words.title);
                const std::size_t told = lessonProgress(lesson->id), all = lesson->steps.size();
                const QString note = told == 0 ? tr("%1 min").arg(lesson->minutes)
                                     : told >= all
                                         ? tr("✓ %1 min").arg(lesson->minutes)
                                         : tr("%1 of %2 · %3 min").arg(told).arg(all).arg(lesson->minutes);
                row.say(title, note, u"%1\n%2"_s.arg(title, QString::fromStdString(words.about)),
                        tr("Lesson %1, %2").arg(title, note));
            }
            for (std::size_t i = 0; i < read->isThere.size(); ++i) {
                if (read->isThere[i]) continue;
                const QString& file = m_list.recent[static_cast<qsizetype>(i)];
                const QString gone = tr("%1 (not there any more)").arg(file);
                WelcomeTile& row = *m_list.recentTiles[i];
                row.say(QString::fromStdString(pipeline::modelName(file.toStdString())),
                        tr("not there any more"), gone, gone);
                row.setEnabled(false);
            }
        });
}

void Welcome::drawSamples() {
    if (m_cards.empty()) return;
    const double ratio = devicePixelRatioF();
    m_draw.start(
        [samples = m_samples, ratio, &theme = views::Theme::forPalette(QApplication::palette())](
            const RunContext& run) -> Result<std::vector<QImage>> {
            std::vector<QImage> pictures;
            for (const QString& file : samples) {
                pictures.push_back(graphPicture(file, PictureRoom * ratio, theme, run));
                pictures.back().setDevicePixelRatio(ratio);
            }
            return pictures;
        },
        [this](Result<std::vector<QImage>> pictures) {
            for (std::size_t i = 0; pictures && i < m_cards.size(); ++i)
                m_cards[i]->setPicture(std::move((*pictures)[i]));
        });
}

void Welcome::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) drawSamples();
    QScrollArea::changeEvent(event);
}

void Welcome::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && hasModel()) return m_pages.uncover();
    QScrollArea::keyPressEvent(event);
}

} // namespace edgewright::workbench
