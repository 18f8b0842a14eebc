import { findHandOver, sessionCookie, takeHandOver } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { organizationTexts } from './organization.texts.ts'
import { findOtherHost } from './other-host.tsx'

type PageData = { code: string; user: string; name: string }

/**
 * Exchanges another of our sites' code for a session here. A visitor with a stranger's link first confirms the account:
 * no one should be signed in to another person's account unknowingly.
 */
export default page({
  address: '/hand-over',
  title: organizationTexts.title,
  may: anyone,
  layout: PublicLayout,
  header: 'brief',
  referrer: 'none',
  async load({ ctx, query, request }): Promise<PageData | PageRedirect> {
    const code = query.code ?? ''
    // Hosts below an own domain are not ours: only its own pages may skip the question.
    const ownSites = findOtherHost(ctx) === null ? ['same-site', 'same-origin'] : ['same-origin']
    const isFromOwnSite = ownSites.includes(request.headers.get('sec-fetch-site') ?? '')
    if (isFromOwnSite) return take(ctx, code)
    const handOver = await findHandOver(ctx, code)
    return handOver ? { code, user: handOver.name, name: ctx.organization.name } : redirectEnded(ctx)
  },
  submit: ({ ctx, form }) => take(ctx, form.values.code ?? ''),
  view: (data) => <Confirm {...data} />,
})

async function take(ctx: Ctx, code: string): Promise<PageRedirect> {
  const handOver = await takeHandOver(ctx, code)
  if (!handOver) return redirectEnded(ctx)
  return redirect(pathTo('/manage'), { cookies: [sessionCookie(ctx.request.origin, handOver.token)] })
}

const redirectEnded = (ctx: Ctx): PageRedirect =>
  redirect(pathTo('/login'), { flash: { kind: 'error', text: localize(ctx.locale, organizationTexts.over) } })

function Confirm({ code, user, name }: PageData) {
  const t = useTexts(organizationTexts)
  return (
    <AccountCard title={t('goOnTitle', { name })} lead={t('goOnLead')}>
      <form method="post">
        <input type="hidden" name="code" value={code} />
        <SubmitButton wide>{t('goOn', { user })}</SubmitButton>
      </form>
    </AccountCard>
  )
}
