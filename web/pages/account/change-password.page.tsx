import { countCartItems } from '#modules/checkout/entry.ts'
import { findLinkHolder, hasOtherSignInMethods, type SignInResponse } from '#modules/identity/entry.ts'
import { changePassword } from '#modules/identity/passwords/change-password.ts'
import NewPassword from '#modules/identity/passwords/new-password.island.tsx'
import { passwordRule } from '#modules/identity/passwords/password-rule.shared.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { firstPage } from '#modules/identity/sign-in/first-page.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect, signIn } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { destination, finishSignIn, runForm } from './enter.ts'

/** By a link, with the old password of a signed-in person, or unavailable. */
type Way = 'link' | 'expired' | 'old-password'

export default page({
  address: '/change-password',
  referrer: 'none',
  title: accountTexts.changePassword,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, query }) {
    if (query.token) return { way: (await findLinkHolder(ctx, query.token)) ? ('link' as Way) : ('expired' as Way) }
    return ctx.actor.kind === 'user' ? { way: 'old-password' as Way } : signIn(pathTo('/change-password'))
  },
  submit: ({ ctx, query, form, request }) =>
    runForm(ctx, form, async () => {
      const { oldPassword = '', newPassword = '', confirmPassword = '' } = form.values
      const flash = (text: 'passwordSaved' | 'passwordSet') =>
        ({ kind: 'success', text: localText(ctx.locale, accountTexts, text) }) as const
      if (!query.token) {
        await changePassword.run(ctx, { oldPassword, newPassword, confirmPassword })
        return redirect(destination(query), { flash: flash('passwordSaved') })
      }
      const first = (await findLinkHolder(ctx, query.token))?.has_password === false
      const result = await setPassword.run(ctx, { token: query.token, newPassword, confirmPassword })
      // A person who requested the link at checkout has a cart in this browser and continues to pay.
      const buying = (await countCartItems(ctx, request.headers.get('cookie') ?? '')) > 0
      return {
        ...finishSignIn(
          ctx,
          result,
          await afterReset(ctx, result, buying ? pathTo('/checkout') : pathTo('/dashboard')),
        ),
        flash: flash(first ? 'passwordSet' : 'passwordSaved'),
      }
    }),
  view: ({ way }, input) => (way === 'expired' ? <Expired /> : <NewPasswordForm way={way} {...input} />),
})

/**
 * A new password does not change other sign-in methods, so existing ones are listed first. Only a second factor
 * requires a step.
 */
async function afterReset(ctx: Ctx, { user }: SignInResponse, destination: string): Promise<string> {
  const to = firstPage(user, destination)
  const others = user === null || (await hasOtherSignInMethods(ctx, user.user_id))
  return others ? pathTo('/change-password/other-ways', { query: { redirect: to } }) : to
}

function Expired() {
  const t = useTexts(accountTexts)
  return (
    <AccountCard title={t('changePassword')}>
      <Alert variant="attention" className="mb-4">
        {t('linkExpired')}
      </Alert>
      <LinkButton href={pathTo('/forgot-password')} wide>
        {t('askAgain')}
      </LinkButton>
    </AccountCard>
  )
}

function NewPasswordForm({ way, form, locale }: ViewInput & { way: Way }) {
  const t = useTexts(accountTexts)
  const errorOf = (name: string) => (form.errors[name] === undefined ? {} : { error: form.errors[name] })
  return (
    <AccountCard title={t('changePassword')} message={form.message}>
      <form method="post" className="grid gap-4">
        {way === 'old-password' && (
          <PasswordInForm
            name="oldPassword"
            label={t('oldPassword')}
            autoComplete="current-password"
            required
            {...errorOf('oldPassword')}
          />
        )}
        <NewPassword
          name="newPassword"
          label={t('newPassword')}
          hint={localize(locale, passwordRule)}
          {...errorOf('newPassword')}
        />
        <PasswordInForm
          name="confirmPassword"
          label={t('confirmPassword')}
          autoComplete="new-password"
          required
          {...errorOf('confirmPassword')}
        />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </AccountCard>
  )
}
