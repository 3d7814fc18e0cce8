#include "widgets/plots/plot_card.h"

#include <algorithm>

#include <QAbstractTableModel>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "widgets/common/elided_label.h"
#include "widgets/common/text_label.h"
#include "widgets/plots/plot_export.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {

constexpr int kPadding = 12;

/// The points of a plot as rows.
class PlotTableModel final : public QAbstractTableModel {
public:
    PlotTableModel(const PlotWidget& plot, QObject* parent) : QAbstractTableModel(parent), m_plot(plot) {}

    void renew() {
        beginResetModel();
        m_starts.clear();
        int rows = 0;
        for (const PlotSeries& series : m_plot.content().series) {
            m_starts.push_back(rows);
            rows += static_cast<int>(series.x.size());
        }
        m_rows = rows;
        endResetModel();
    }
    int rowCount(const QModelIndex& parent) const override { return parent.isValid() ? 0 : m_rows; }
    int columnCount(const QModelIndex& parent) const override { return parent.isValid() ? 0 : static_cast<int>(m_plot.content().columns().size()); }
    QVariant data(const QModelIndex& index, int role) const override {
        if (role == Qt::TextAlignmentRole)
            return index.column() == 0 ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        if (role != Qt::DisplayRole)
            return {};
        const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), index.row());
        const auto series = static_cast<std::size_t>(after - m_starts.begin()) - 1;
        return m_plot.content().row(series, static_cast<std::size_t>(index.row() - m_starts[series]), false).value(index.column());
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        return role == Qt::DisplayRole && orientation == Qt::Horizontal ? m_plot.content().columns().value(section) : QVariant();
    }

private:
    const PlotWidget& m_plot;
    std::vector<int> m_starts;
    int m_rows = 0;
};

QToolButton* makeButton(const QString& name, const QString& iconName, const QString& text) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName, IconColor::Dim));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setProperty("quiet", true);
    return button;
}

}  // namespace

PlotCard::PlotCard(const QString& name, const QString& title, QWidget* parent)
    : QFrame(parent), m_name(name), m_title(new TextLabel(TextLabel::Style::Heading, title)), m_legend(new TextLabel), m_note(new ElidedLabel({}, Qt::ElideRight)),
      m_tableButton(makeButton(name + QStringLiteral("Table"), QStringLiteral("table"), tr("Show the numbers as a table"))),
      m_exportButton(makeButton(name + QStringLiteral("Export"), QStringLiteral("import"), tr("Export as PNG, SVG or CSV"))),
      m_pages(new QStackedWidget), m_plot(new PlotWidget), m_table(new QTableView), m_message(new TextLabel), m_line(new ElidedLabel({}, Qt::ElideRight)) {
    setObjectName(name);
    setProperty("card", true);
    m_tableButton->setCheckable(true);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_exportButton);
    for (const QString& ending : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")})
        connect(menu->addAction(tr("Export as %1…").arg(ending.toUpper())), &QAction::triggered, this, [this, ending] { chooseFile(ending); });
    m_exportButton->setMenu(menu);
    m_plot->setObjectName(name + QStringLiteral("Plot"));
    m_plot->setAccessibleName(title);
    auto* model = new PlotTableModel(*m_plot, this);
    m_table->setModel(model);
    m_table->setAccessibleName(title);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_message->setWordWrap(true);
    m_message->setTone(Tone::Dim);
    m_message->setAlignment(Qt::AlignCenter);
    m_line->setTone(Tone::Dim);
    m_note->setTone(Tone::Dim);
    m_note->setObjectName(name + QStringLiteral("Note"));
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_plot);
    m_pages->addWidget(m_table);
    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    header->addWidget(m_title);
    header->addWidget(m_note, 1);
    header->addWidget(m_tableButton);
    header->addWidget(m_exportButton);
    m_header = header;
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(kPadding, 8, 8, 8);
    rows->setSpacing(4);
    rows->addLayout(header);
    rows->addWidget(m_legend);
    rows->addWidget(m_pages, 1);
    rows->addWidget(m_line);
    connect(m_tableButton, &QToolButton::toggled, this, [this] { updatePage(); });
    connect(m_plot, &PlotWidget::currentChanged, this, &PlotCard::readOut);
    m_legend->hide();
    updatePage();
}

void PlotCard::setContent(const PlotContent& content, bool keepView) {
    m_plot->setContent(content, keepView);
    const Theme& theme = Theme::of(palette());
    const QColor colors[] = {theme.seriesOther, theme.series1, theme.series2, theme.series3, theme.series4};
    QStringList names;
    for (const PlotSeries& series : content.series)
        names << QStringLiteral("<span style=\"color:%1\">■</span> %2").arg(colors[std::clamp(series.color, 0, 4)].name(), series.name.toHtmlEscaped());
    m_legend->setVisible(content.series.size() > 1);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setText(names.join(QStringLiteral("&nbsp; ")));
    updatePage();
    readOut();
}

void PlotCard::setMessage(const QString& text) {
    m_message->setText(text);
    updatePage();
}

void PlotCard::setTitle(const QString& title) {
    m_title->setText(title);
    m_plot->setAccessibleName(title);
    m_table->setAccessibleName(title);
}

void PlotCard::setNote(const QString& text) { m_note->setText(text); }

void PlotCard::addHeaderWidget(QWidget* widget) {
    auto* header = static_cast<QHBoxLayout*>(m_header);
    header->insertWidget(header->count() - 2, widget);
}

bool PlotCard::showsTable() const { return m_pages->currentWidget() == m_table; }
void PlotCard::showTable(bool on) { m_tableButton->setChecked(on); }

void PlotCard::updatePage() {
    const bool empty = m_plot->content().isEmpty();
    m_tableButton->setEnabled(!empty);
    m_exportButton->setEnabled(!empty);
    const bool table = m_tableButton->isChecked() && !empty;
    static_cast<PlotTableModel*>(m_table->model())->renew();
    m_pages->setCurrentWidget(empty ? static_cast<QWidget*>(m_message) : table ? static_cast<QWidget*>(m_table) : m_plot);
}

void PlotCard::readOut() {
    const auto current = m_plot->current();
    if (!current) {
        m_line->setText({});
        return;
    }
    if (m_readout) {
        m_line->setText(m_readout(current->series, current->point));
        return;
    }
    const PlotContent& content = m_plot->content();
    const QStringList columns = content.columns();
    const QStringList cells = content.row(current->series, current->point, false);
    m_line->setText(tr("%1: %2 %3, %4 %5").arg(cells[0], columns[1], cells[1], columns[2], cells[2]));
}

void PlotCard::chooseFile(const QString& ending) {
    QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), QDir::home().filePath(m_name + u'.' + ending),
                                                tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    if (path.isEmpty())
        return;
    if (!path.endsWith(u'.' + ending, Qt::CaseInsensitive))
        path += u'.' + ending;
    const QString problem = exportPlot(*m_plot, path);
    Q_EMIT message(problem.isEmpty() ? tr("Written to %1.").arg(QDir::toNativeSeparators(path)) : problem);
}

}  // namespace zrecord::widgets
