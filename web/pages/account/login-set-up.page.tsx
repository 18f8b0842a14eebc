import { codesCookie, findSignInStep, type SetUp } from '#modules/identity/entry.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { firstPage } from '#modules/identity/sign-in/first-page.shared.ts'
import { SetUpKey } from '#modules/identity/two-factor/set-up-key.shared.tsx'
import { start2faInSignIn } from '#modules/identity/two-factor/start-2fa.ts'
import { verify2faToken } from '#modules/identity/two-factor/verify-2fa-token.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { destination, finishSignIn, redirectSignedIn, restartSignIn, runForm } from './enter.ts'
import { stepTexts } from './login-step.texts.ts'

export default page({
  address: '/login/set-up',
  title: stepTexts.setUpTitle,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, query }) {
    const redirectAway = redirectSignedIn(ctx, query)
    if (redirectAway) return redirectAway
    const step = await findSignInStep(ctx)
    return step?.kind === 'set-up' ? start2faInSignIn.run(ctx, {}).catch(toReset(ctx)) : restartSignIn(query)
  },
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const result = await verify2faToken.run(ctx, { token: form.values.code2fa ?? '' })
      const next = pathTo('/login/recovery-codes', { query: { redirect: firstPage(result.user, destination(query)) } })
      const entered = finishSignIn(ctx, result, next)
      const codes = codesCookie(ctx, result.user!.user_id, result.recovery_codes ?? null)
      return { ...entered, cookies: [...(entered.cookies ?? []), codes] }
    }),
  view: (key, input) => <SetUpForm {...key} {...input} />,
})

/** A link for a new password proves the address, which setting up a factor requires. */
const toReset =
  ({ locale }: Ctx) =>
  (error: unknown): PageRedirect => {
    if (!(error instanceof Refusal) || error.kind.code !== identityErrors.emailUnprovenSignIn.code) throw error
    const text = localize(locale, error.kind.text, error.params)
    return redirect(pathTo('/forgot-password'), { flash: { kind: 'info', text }, status: 302 })
  }

function SetUpForm({ qr, secret, form }: ViewInput & SetUp) {
  const t = useTexts(stepTexts)
  const say = useTexts(accountTexts)
  return (
    <AccountCard title={t('setUpTitle')} lead={t('setUpLead')} message={form.message}>
      <form method="post" className="grid gap-4">
        <SetUpKey qr={qr} secret={secret} />
        <TextField
          name="code2fa"
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          error={form.errors.token}
          required
        />
        <BusySubmit label={t('verify')} busyLabel={say('signingIn')} />
      </form>
    </AccountCard>
  )
}
