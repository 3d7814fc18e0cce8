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

/// Everything is written before the file takes its name, so that a full disk leaves no half a picture.
QString write(const QString& path, const std::function<bool(QIODevice&)>& fill) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && fill(file) && file.commit())
        return {};
    return tr("%1 could not be written: %2. Choose another place.").arg(QDir::toNativeSeparators(path), file.errorString());
}

}  // namespace

QString csvLine(QStringList cells) {
    for (QString& cell : cells)
        cell = quoted(cell);
    return cells.join(u',') + QStringLiteral("\r\n");
}

QString plotCsv(const PlotWidget& plot) {
    const PlotContent& content = plot.content();
    QString text = csvLine(content.columns());
    for (std::size_t series = 0; series < content.series.size(); ++series)
        for (std::size_t point = 0; point < content.series[series].x.size(); ++point)
            text += csvLine(content.row(series, point, true));
    return text;
}

QString exportView(const ExportedView& view, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == u"csv")
        return write(path, [&view](QIODevice& file) { return file.write(view.csv().toUtf8()) >= 0; });
    if (ending == u"svg")
        return write(path, [&view](QIODevice& file) {
            QSvgGenerator generator;
            generator.setOutputDevice(&file);
            generator.setSize(view.size);
            generator.setViewBox(QRect(QPoint(), view.size));
            generator.setTitle(view.title);
            view.draw(generator);
            return true;
        });
    if (ending == u"png")
        return write(path, [&view](QIODevice& file) {
            QPixmap picture(view.size * kPictureScale);
            picture.setDevicePixelRatio(kPictureScale);
            view.draw(picture);
            return picture.save(&file, "PNG");
        });
    return tr("Plots are written as .png, .svg or .csv, not as “.%1”. Choose a name with one of these endings.").arg(ending);
}

QString exportPlot(PlotWidget& plot, const QString& path) {
    return exportView({plot.accessibleName(), plot.size(), [&plot](QPaintDevice& device) { plot.draw(device, plot.size()); }, [&plot] { return plotCsv(plot); }}, path);
}

}  // namespace zrecord::widgets
