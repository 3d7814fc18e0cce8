#include "widgets/viewers/vocabulary_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace zrecord::widgets {
namespace {

constexpr int kMostTokens = 1 << 24;

QString tr(const char* text) {
    return QCoreApplication::translate("VocabularyFile", text);
}

QStringList fromObject(const QJsonObject& ids) {
    QStringList tokens;
    for (auto entry = ids.begin(); entry != ids.end(); ++entry) {
        const int id = entry.value().toInt(-1);
        if (id < 0 || id >= kMostTokens) {
            return {};
        }
        while (tokens.size() <= id) {
            tokens += QString();
        }
        tokens[id] = entry.key();
    }
    return tokens;
}

QStringList fromJson(const QJsonDocument& document) {
    if (document.isArray()) {
        QStringList tokens;
        for (const QJsonValue& token : document.array()) {
            tokens += token.toString();
        }
        return tokens;
    }
    const QJsonObject inner = document.object().value(QLatin1String("model")).toObject().value(QLatin1String("vocab")).toObject();
    return fromObject(inner.isEmpty() ? document.object() : inner);
}

}  // namespace

Vocabulary readVocabulary(const QString& path) {
    QFile file(path);
    if (QFileInfo(path).size() > kLargestVocabulary) {
        return {{}, tr("%1 is larger than a list of tokens; choose a text file with one token a line, or a tokenizer's JSON file.").arg(path)};
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return {{}, tr("%1 cannot be read: %2.").arg(path, file.errorString())};
    }
    const QByteArray bytes = file.readAll();
    const QByteArray start = bytes.left(1);
    QJsonParseError error;
    const QJsonDocument document = start == "{" || start == "[" ? QJsonDocument::fromJson(bytes, &error) : QJsonDocument();
    Vocabulary vocabulary;
    if (!document.isNull()) {
        vocabulary.tokens = fromJson(document);
    } else {
        vocabulary.tokens = QString::fromUtf8(bytes).split(u'\n');
        if (!vocabulary.tokens.isEmpty() && vocabulary.tokens.constLast().isEmpty()) {
            vocabulary.tokens.removeLast();
        }
    }
    if (vocabulary.tokens.isEmpty()) {
        vocabulary.error = tr("%1 holds no list of tokens; choose a text file with one token a line, or a tokenizer's JSON file.").arg(path);
    }
    return vocabulary;
}

}  // namespace zrecord::widgets
