import { proofWays, signInCookies } from '#modules/identity/entry.ts'
import { proveTexts } from '#modules/identity/proof/prove.texts.ts'
import { prove } from '#modules/identity/proof/prove.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { destination, runForm } from './enter.ts'

type Ways = { password: boolean; code: boolean }

/** The target of plain forms that require a recent proof; with scripts a dialog asks in place. */
export default page({
  address: '/prove',
  title: proveTexts.title,
  may: signedIn,
  layout: PublicLayout,
  async load({ ctx }): Promise<Ways> {
    const ways = await proofWays(ctx, userOf(ctx).user_id)
    return { password: ways.includes('password'), code: ways.includes('code') }
  },
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const { password = '', code2fa = '' } = form.values
      const proved = await prove.run(ctx, code2fa ? { code: code2fa } : { password })
      return redirect(destination(query), { cookies: signInCookies(ctx.request.origin, proved) })
    }),
  view: (ways, input) => <Prove ways={ways} {...input} />,
})

function Prove({ ways, form }: ViewInput & { ways: Ways }) {
  const t = useTexts(proveTexts)
  const { password, code } = ways
  const hasField = password || code
  return (
    <AccountCard title={t('title')} lead={t(hasField ? 'lead' : 'signInAgain')} message={form.message}>
      {hasField && (
        <form method="post" className="grid gap-4">
          {password && <PasswordInForm label={t('password')} name="password" autoComplete="current-password" />}
          {code && (
            <TextField
              name="code2fa"
              label={t('code')}
              autoComplete="one-time-code"
              maxLength={40}
              spellCheck={false}
            />
          )}
          <BusySubmit label={t('confirm')} busyLabel={t('confirming')} />
        </form>
      )}
    </AccountCard>
  )
}
