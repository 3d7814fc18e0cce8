#include "widgets/viewers/record/record_extras.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "widgets/theme/icon_provider.h"
#include "widgets/viewers/record/record_player.h"
#include "workbench/document/document_session.h"
#include "workbench/viewdata/bfloat16.h"

namespace zrecord::widgets {

using workbench::DecodedRecord;

RecordExtras::RecordExtras(workbench::TaskRunner& runner, QWidget* parent)
    : QWidget(parent), m_runner(runner), m_player(new RecordPlayer(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const auto add = [layout](const QString& name, const QString& text, const QString& toolTip) {
        auto* button = new QToolButton;
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(toolTip);
        button->setProperty("quiet", true);
        layout->addWidget(button);
        return button;
    };
    m_bfloatButton = add(QStringLiteral("bfloat16"), tr("bfloat16"), tr("Read these 16-bit numbers as bfloat16, for which NumPy has no type"));
    m_bfloatButton->setCheckable(true);
    connect(m_bfloatButton, &QToolButton::toggled, this, &RecordExtras::setBfloat16);
    m_overlayButton = add(QStringLiteral("overlay"), {}, {});
    m_overlayButton->setIcon(icon(QStringLiteral("open-set")));
    m_overlayButton->setAccessibleName(tr("Overlay"));
    m_overlayButton->setCheckable(true);
    m_overlayButton->setPopupMode(QToolButton::InstantPopup);
    m_overlayButton->setMenu(new QMenu(m_overlayButton));
    connect(m_overlayButton->menu(), &QMenu::aboutToShow, this, &RecordExtras::fillOverlayMenu);
    m_playButton = add(QStringLiteral("play"), {}, {});
    buildPlay();
}

RecordExtras::~RecordExtras() = default;

void RecordExtras::buildPlay() {
    auto* rates = new QMenu(m_playButton);
    for (const int rate : RecordPlayer::kRates) {
        QAction* action = rates->addAction(tr("%n record(s) in a second", nullptr, rate));
        action->setCheckable(true);
        action->setChecked(rate == m_player->rate());
        connect(action, &QAction::triggered, m_player, [this, rate] { m_player->setRate(rate); });
        connect(m_player, &RecordPlayer::rateChanged, action, [action, rate](int chosen) { action->setChecked(chosen == rate); });
    }
    m_playButton->setPopupMode(QToolButton::DelayedPopup);
    m_playButton->setMenu(rates);
    m_playButton->addActions(rates->actions());  // for the Menu key, too
    m_playButton->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto follow = [this](bool playing) {
        m_playButton->setIcon(icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
        m_playButton->setAccessibleName(playing ? tr("Stop") : tr("Play"));
    };
    follow(false);
    const auto describe = [this](int rate) {
        m_playButton->setToolTip(tr("Play through the records, %n in a second (Space); the menu changes the rate", nullptr, rate));
    };
    describe(m_player->rate());
    connect(m_player, &RecordPlayer::rateChanged, m_playButton, describe);
    connect(m_player, &RecordPlayer::playingChanged, m_playButton, follow);
    connect(m_playButton, &QToolButton::clicked, m_player, &RecordPlayer::toggle);
}

void RecordExtras::setSession(workbench::DocumentSession* session) {
    m_session = session;
    m_bfloat16.clear();
    m_overlayStream.reset();
    m_loader.reset();
    m_player->setSelection(session ? &session->selection() : nullptr);
    if (!m_session) {
        return;
    }
    m_loader = std::make_unique<workbench::RecordLoader>(m_runner, m_session->cache());
    connect(m_loader.get(), &workbench::RecordLoader::loaded, this, [this](std::size_t stream, std::uint64_t index, const DecodedRecord& labels) {
        if (m_overlayStream == stream) {
            Q_EMIT overlayLoaded(index, labels, m_session->document().streams()[stream].name);
        }
    });
}

void RecordExtras::showFor(const DecodedRecord& record, std::size_t stream, ViewKind kind) {
    m_stream = stream;
    const QSignalBlocker blocker(m_bfloatButton);
    m_bfloatButton->setVisible(workbench::mayHoldBfloat16(record.dtype()));
    m_bfloatButton->setChecked(isBfloat16(stream));
    m_overlayButton->setVisible(kind == ViewKind::Image && m_session->document().streams().size() > 1);
    m_playButton->setVisible(m_session->document().recordCount() > 1);
    updateOverlayButton();
}

bool RecordExtras::isRagged(std::size_t stream) const {
    return m_session && stream < m_session->document().streams().size() && m_session->document().streams()[stream].summary.kind == StoreKind::Ragged;
}

void RecordExtras::setBfloat16(bool on) {
    const bool changed = on ? m_bfloat16.insert(m_stream).second : m_bfloat16.erase(m_stream) > 0;
    if (changed) {
        Q_EMIT bfloat16Changed();
    }
}

void RecordExtras::setOverlayStream(std::optional<std::size_t> stream) {
    m_overlayStream = stream;
    updateOverlayButton();
    Q_EMIT overlayChanged();
}

void RecordExtras::updateOverlayButton() {
    const auto& streams = m_session->document().streams();
    const bool chosen = m_overlayStream && *m_overlayStream != m_stream && *m_overlayStream < streams.size();
    // A picture instead of a name: beside the views there is no room for both.
    m_overlayButton->setChecked(chosen);
    m_overlayButton->setToolTip(chosen ? tr("%1 lies over the picture; hold H to hide it").arg(streams[*m_overlayStream].name)
                                       : tr("Lay another stream of the set over the picture; hold H to hide it"));
}

void RecordExtras::requestOverlay(std::uint64_t index) {
    if (m_loader && m_overlayStream && *m_overlayStream != m_stream) {
        m_loader->request(*m_overlayStream, index);
    }
}

void RecordExtras::fillOverlayMenu() {
    QMenu* menu = m_overlayButton->menu();
    menu->clear();
    const auto add = [&](const QString& name, std::optional<std::size_t> stream) {
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(m_overlayStream == stream);
        connect(action, &QAction::triggered, this, [this, stream] { setOverlayStream(stream); });
    };
    add(tr("None"), std::nullopt);
    const auto& streams = m_session->document().streams();
    for (std::size_t i = 0; i < streams.size(); ++i) {
        if (i != m_stream) {
            add(streams[i].name, i);
        }
    }
}

}  // namespace zrecord::widgets
