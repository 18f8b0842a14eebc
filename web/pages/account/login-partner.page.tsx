import { findClientLink, signInByClient } from '#modules/identity/entry.ts'
import { identityErrors } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { finishSignIn } from './enter.ts'
import { partnerTexts } from './login-partner.texts.ts'
import { organizationTexts } from './organization.texts.ts'

type PageData = { token: string; user: string; client: string; name: string }

/**
 * Signs in with a link that a partner's program created. The account is shown first, and only the button signs in: no
 * one should be signed in to another person's account unknowingly, and programs that open links must not use them up.
 */
export default page({
  address: '/login/partner',
  title: partnerTexts.title,
  may: anyone,
  layout: PublicLayout,
  header: 'brief',
  referrer: 'none',
  async load({ ctx, query: { token = '' } }): Promise<PageData | PageRedirect> {
    const link = await findClientLink(ctx, token)
    if (!link) return redirectEnded(ctx)
    if (isSignedInAs(ctx, link.user_id)) return redirect(link.path)
    return { token, user: link.name, client: link.client_name, name: ctx.organization.name }
  },
  async submit({ ctx, form }): Promise<PageRedirect> {
    const signedIn = await signInByClient(ctx, form.values.token ?? '').catch(nullIfOver)
    return signedIn ? finishSignIn(ctx, signedIn.response, signedIn.path) : redirectEnded(ctx)
  },
  view: (data) => <Confirm {...data} />,
})

const isSignedInAs = ({ actor }: Ctx, user_id: number): boolean =>
  actor.kind === 'user' && actor.user_id === user_id && actor.viewed_by === null

function nullIfOver(error: unknown): null {
  if (error instanceof Refusal && error.kind.code === identityErrors.linkExpired.code) return null
  throw error
}

const redirectEnded = (ctx: Ctx): PageRedirect =>
  redirect(pathTo('/login'), { flash: { kind: 'error', text: localText(ctx.locale, partnerTexts, 'over') } })

function Confirm({ token, user, client, name }: PageData) {
  const t = useTexts(organizationTexts)
  const partner = useTexts(partnerTexts)
  return (
    <AccountCard title={t('goOnTitle', { name })} lead={partner('sentHere', { client })}>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton wide>{t('goOn', { user })}</SubmitButton>
      </form>
    </AccountCard>
  )
}
