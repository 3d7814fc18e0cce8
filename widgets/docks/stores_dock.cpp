#include "widgets/docks/stores_dock.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/docks/store_item_delegate.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/document_list.h"
#include "workbench/models/store_list_model.h"

namespace zrecord::widgets {

StoresDock::StoresDock(workbench::DocumentList& documents, QWidget* parent)
    : DockFrame(QStringLiteral("storesDock"), tr("Stores"), 180, parent), m_model(new workbench::StoreListModel(documents, this)),
      m_view(new QTreeView(contents())), m_stack(new QStackedWidget(contents())) {
    m_view->setObjectName(QStringLiteral("storesView"));
    m_view->setAccessibleName(tr("Open stores"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new StoreItemDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setItemsExpandable(false);
    m_view->setIndentation(0);  // the delegate indents, so that a chosen line is one piece
    m_view->setMouseTracking(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);

    auto* none = new TextLabel(TextLabel::Style::Body, tr("No store is open."), m_stack);
    none->setTone(Tone::Dim);
    none->setWordWrap(true);
    none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_stack->addWidget(none);
    m_stack->addWidget(m_view);
    column()->insertWidget(0, m_stack, 1);
    column()->setStretch(column()->count() - 1, 0);
    column()->setContentsMargins(8, 0, 8, 8);
    none->setContentsMargins(6, 2, 6, 0);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &StoresDock::choose);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &StoresDock::refresh);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &StoresDock::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, &StoresDock::refresh);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const QModelIndex index = m_view->indexAt(at);
        workbench::DocumentSession* session = index.isValid() ? m_model->sessionAt(index) : nullptr;
        if (session == nullptr)
            return;
        QMenu menu(m_view);
        connect(menu.addAction(icon(QStringLiteral("close")), tr("Close %1").arg(session->document().name())), &QAction::triggered,
                this, [this, session] { Q_EMIT closeRequested(session); });
        menu.exec(m_view->viewport()->mapToGlobal(at));
    });
    refresh();
}

StoresDock::~StoresDock() = default;

void StoresDock::refresh() {
    m_view->expandAll();
    m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
}

void StoresDock::choose(const QModelIndex& index) {
    if (m_following || !index.isValid())
        return;
    workbench::DocumentSession* session = m_model->sessionAt(index);
    const int stream = m_model->streamAt(index);
    if (session != nullptr)
        Q_EMIT streamChosen(session, stream < 0 ? 0 : static_cast<std::size_t>(stream));
}

void StoresDock::showCurrent(workbench::DocumentSession* session, std::size_t stream) {
    m_following = true;
    QModelIndex index;
    if (session != nullptr) {
        index = m_model->indexOf(session, static_cast<int>(stream));
        if (!index.isValid())
            index = m_model->indexOf(session);
    }
    m_view->setCurrentIndex(index);
    m_following = false;
}

QWidget* StoresDock::focusTarget() const { return m_view; }

bool StoresDock::eventFilter(QObject* watched, QEvent* event) {
    // Delete must never close a store here: it means "mark for deletion" elsewhere.
    if (watched == m_view && event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete)
        event->accept();
    return DockFrame::eventFilter(watched, event);
}

}  // namespace zrecord::widgets
