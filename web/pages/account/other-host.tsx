import { ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { texts } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { destination } from './enter.ts'

const hostTexts = texts({
  other: ['Use a passkey from {host}', 'Usar una llave de acceso de {host}'],
})

/** On an own domain, the origin of the organization's other host: passkeys that were made there work only there. */
export function findOtherHost(ctx: Ctx): string | null {
  if (!ctx.use(ownDomains).isProved(new URL(ctx.request.origin).hostname)) return null
  return ctx.use(siteUrlPort)(ctx.organization.code, '', 'installation')
}

/** A link to the sign-in page of the other host. `here=1` keeps it from leading back to the own domain. */
export function OtherHost({ host, query }: { host: string | null; query: ViewInput['query'] }) {
  const t = useTexts(hostTexts)
  if (host === null) return null
  const path = pathTo('/login', { query: { here: 1, redirect: query.redirect && destination(query) } })
  return (
    <p className="mt-3 text-center text-sm">
      <TextLink href={host + path}>{t('other', { host: new URL(host).host })}</TextLink>
    </p>
  )
}
