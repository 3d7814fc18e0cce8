#include "widgets/plots/plot_export.h"

#include <functional>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>

#include "widgets/plots/plot_widget.h"

namespace zrecord::widgets {

namespace {

constexpr int kPictureScale = 2;

QString tr(const char* text) { return QCoreApplication::translate("PlotExport", text); }

QString quoted(const QString& cell) {
    if (!cell.contains(u',') && !cell.contains(u'"') && !cell.contains(u'\n'))
        return cell;
    QString text = cell;
    return u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QString csvLine(QStringList cells) {
    for (QString& cell : cells)
        cell = quoted(cell);
    return cells.join(u',') + QStringLiteral("\r\n");
}

/// Everything is written before the file takes its name, so that a full disk leaves no half a picture.
QString write(const QString& path, const std::function<bool(QIODevice&)>& fill) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && fill(file) && file.commit())
        return {};
    return tr("%1 could not be written: %2. Choose another place.").arg(QDir::toNativeSeparators(path), file.errorString());
}

}  // namespace

QString plotCsv(const PlotWidget& plot) {
    const PlotContent& content = plot.content();
    QString text = csvLine(content.columns());
    for (std::size_t series = 0; series < content.series.size(); ++series)
        for (std::size_t point = 0; point < content.series[series].x.size(); ++point)
            text += csvLine(content.row(series, point, true));
    return text;
}

QString exportPlot(PlotWidget& plot, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == u"csv")
        return write(path, [&plot](QIODevice& file) { return file.write(plotCsv(plot).toUtf8()) >= 0; });
    if (ending == u"svg")
        return write(path, [&plot](QIODevice& file) {
            QSvgGenerator generator;
            generator.setOutputDevice(&file);
            generator.setSize(plot.size());
            generator.setViewBox(QRect(QPoint(), plot.size()));
            generator.setTitle(plot.accessibleName());
            plot.draw(generator, plot.size());
            return true;
        });
    if (ending == u"png")
        return write(path, [&plot](QIODevice& file) {
            QPixmap picture(plot.size() * kPictureScale);
            picture.setDevicePixelRatio(kPictureScale);
            plot.draw(picture, plot.size());
            return picture.save(&file, "PNG");
        });
    return tr("Plots are written as .png, .svg or .csv, not as “.%1”. Choose a name with one of these endings.").arg(ending);
}

}  // namespace zrecord::widgets
