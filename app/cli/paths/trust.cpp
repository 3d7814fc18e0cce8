#include "paths/trust.h"

#include "argument_parser.h"
#include "command_line_remedy.h"
#include "zrecord/maintenance/untrusted_store.h"

namespace zrecord::cli {

Status TrustArgument::explain(const Status& status)
{
    if (status.ok() || !status.remedy().starts_with("Open "))
        return status;
    return replaceRemedy(status, "Leave --untrusted out if you know where the store comes from.");
}

void TrustArgument::declare(ArgumentParser& parser)
{
    parser.flag("--untrusted", m_untrusted, "The store comes from somebody else: refuse links and sizes beyond the usual, map no file.");
}

Result<Store> TrustArgument::openStore(const std::filesystem::path& path, Session& session) const
{
    if (!m_untrusted || !Store::looksLikeStore(path))
        return OpenedTarget::openStore(path);
    Result<Store> store = openUntrusted(path);
    if (!store)
        return explain(store.status());
    const Status expansion = checkExpansion(*store, session.context());
    session.endProgress();
    if (!expansion.ok())
        return explain(expansion);
    return store;
}

Result<OpenedTarget> TrustArgument::open(const std::filesystem::path& path, Use use, Session& session) const
{
    if (!m_untrusted)
        return OpenedTarget::open(path);
    Result<OpenedTarget> target = OpenedTarget::openUntrusted(path);
    if (!target)
        return explain(target.status());
    Status expansion;
    if (use == Use::Records)
        for (const OpenedTarget::Part& part : target->parts())
            if (expansion.ok())
                expansion = checkExpansion(*part.store, session.context());
    session.endProgress();
    if (!expansion.ok())
        return explain(expansion);
    return target;
}

}  // namespace zrecord::cli
