#include "widgets/dialogs/review_dialog.h"

#include <algorithm>

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/common/text_label.h"
#include "widgets/theme/icon_provider.h"
#include "workbench/document/document_session.h"
#include "workbench/messages/number_text.h"
#include "workbench/models/pending_changes_model.h"

namespace zrecord::widgets {

ReviewDialog::ReviewDialog(workbench::DocumentSession& session, QWidget* parent)
    : QDialog(parent), m_session(session), m_model(new workbench::PendingChangesModel(session.pending(), session.document(), &session.search(), this)),
      m_table(new QTableView(this)), m_summary(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_hidden(new TextLabel(TextLabel::Style::Body, {}, this)), m_unmark(new QPushButton(tr("&Unmark"), this)),
      m_export(new QPushButton(tr("&Export table…"), this)),
      m_apply(new QPushButton(this)) {
    setObjectName(QStringLiteral("reviewDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Review changes"));
    m_summary->setTone(Tone::Dim);
    m_summary->setWordWrap(true);
    m_hidden->setTone(Tone::Dim);
    m_table->setObjectName(QStringLiteral("reviewTable"));
    m_table->setAccessibleName(tr("Records marked for deletion"));
    m_table->setProperty("framed", true);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(28);
    m_table->verticalHeader()->setMinimumSectionSize(20);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->resizeSection(workbench::PendingChangesModel::RecordColumn, 140);
    m_table->horizontalHeader()->resizeSection(workbench::PendingChangesModel::ReasonColumn, 200);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_unmark->setObjectName(QStringLiteral("reviewUnmark"));
    m_export->setObjectName(QStringLiteral("reviewExport"));
    m_export->setToolTip(tr("Writes the old and the new index of every record that moves or is removed, as text or as a NumPy array."));
    m_apply->setObjectName(QStringLiteral("reviewApply"));
    m_apply->setProperty("primary", true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("reviewCancel"));

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(8);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, tr("Records marked for deletion"), this));
    rows->addWidget(m_summary);
    rows->addSpacing(4);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_hidden);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_unmark);
    buttons->addWidget(m_export);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_apply);
    rows->addSpacing(6);
    rows->addLayout(buttons);

    // Enter, wherever the focus is but on another button, is the blue one; Tab goes as the eye does.
    m_unmark->setAutoDefault(false);
    m_export->setAutoDefault(false);
    m_apply->setDefault(true);
    setTabOrder(m_table, m_unmark);
    setTabOrder(m_unmark, m_export);
    setTabOrder(m_export, cancel);
    setTabOrder(cancel, m_apply);

    connect(m_unmark, &QPushButton::clicked, this, &ReviewDialog::unmarkSelectedRows);
    connect(m_export, &QPushButton::clicked, this, &ReviewDialog::chooseTable);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT applyRequested();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ReviewDialog::refresh);
    connect(&session.pending(), &workbench::PendingChanges::changed, this, &ReviewDialog::refresh);
    connect(&session, &QObject::destroyed, this, &QDialog::reject);
    resize(720, 460);
    if (m_model->rowCount() > 0)
        m_table->selectRow(0);
    m_table->setFocus();
    refresh();
}

ReviewDialog::~ReviewDialog() = default;

void ReviewDialog::refresh() {
    const std::uint64_t count = m_session.pending().count();
    if (count == 0) {
        reject();
        return;
    }
    const workbench::StoreDocument& document = m_session.document();
    // The last record takes the place of each removed one: as many move as marks lie below the new end.
    const std::uint64_t moved = m_session.pending().marked().rank(document.recordCount() - std::min(count, document.recordCount()));
    QString text = tr("%1 will be removed.").arg(workbench::recordsText(count)) + u' ';
    if (moved == 0)
        text += tr("No other record moves.");
    else
        text += moved == 1 ? tr("The last record takes the free place, so its index changes.")
                           : tr("The last records take the free places, so their indices change.");
    if (document.isAlignedSet()) {
        QStringList names;
        for (const workbench::StreamInfo& stream : document.streams())
            names << stream.name;
        text += u' ' + tr("All streams change together: %1.").arg(names.join(QStringLiteral(", ")));
    }
    text += u' ' + tr("Ctrl+Z brings them back, until records are appended or the store is compacted.");
    m_summary->setText(text);
    m_apply->setText(tr("&Apply: remove %1").arg(workbench::recordsText(count)));
    m_apply->setEnabled(document.isEditable() && !document.isBusy());
    const std::uint64_t hidden = m_model->hiddenCount();
    m_hidden->setVisible(hidden > 0);
    m_hidden->setText(tr("%1 more are marked and not listed here.").arg(workbench::recordsText(hidden)));
    m_unmark->setEnabled(m_table->selectionModel()->hasSelection());
}

void ReviewDialog::chooseTable() {
    const workbench::StoreDocument& document = m_session.document();
    auto* dialog = new QFileDialog(this, tr("Export the table of old and new indices"), document.path() + QStringLiteral(".moves.csv"),
                                   tr("Text (*.csv);;NumPy array (*.npy)"));
    dialog->setObjectName(QStringLiteral("tableFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("npy")) ? QStringLiteral("npy") : QStringLiteral("csv"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ReviewDialog::tableRequested);
    dialog->open();
}

void ReviewDialog::unmarkSelectedRows() {
    workbench::RecordRanges records;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        records.add(m_model->recordAt(index.row()));
    m_session.pending().unmark(records);
}

}  // namespace zrecord::widgets
