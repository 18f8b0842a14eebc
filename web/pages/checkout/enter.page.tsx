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
import { AccountCard } from '#web/pages/account/account-card.tsx'
import { walletWords } from './wallet.texts.ts'

type PageData = { token: string; user: string }

/**
 * Accepts a checkout token. A stranger's link must not make anyone pay in another's name: the account is always shown
 * first, and only the button continues.
 */
export default page({
  address: '/checkout/enter',
  title: walletWords.enterTitle,
  may: anyone,
  layout: PublicLayout,
  header: 'brief',
  referrer: 'none',
  async load({ ctx, query: { token = '' } }): Promise<PageData | PageRedirect> {
    const handOver = await findHandOver(ctx, token)
    return handOver ? { token, user: handOver.name } : redirectEnded(ctx)
  },
  async submit({ ctx, form }): Promise<PageRedirect> {
    const handOver = await takeHandOver(ctx, form.values.token ?? '')
    return handOver
      ? redirect(pathTo('/checkout'), { cookies: [sessionCookie(ctx.request.origin, handOver.token)] })
      : redirectEnded(ctx)
  },
  view: (data) => <Enter {...data} />,
})

const redirectEnded = (ctx: Ctx): PageRedirect =>
  redirect(pathTo('/login', { query: { redirect: pathTo('/checkout') } }), {
    flash: { kind: 'error', text: localize(ctx.locale, walletWords.enterOver) },
  })

function Enter({ token, user }: PageData) {
  const t = useTexts(walletWords)
  return (
    <AccountCard title={t('enterTitle')} lead={t('enterLead')}>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton wide>{t('enterAs', { user })}</SubmitButton>
      </form>
    </AccountCard>
  )
}
