import { resetPassword } from '#modules/identity/passwords/reset-password.ts'
import { anyone } from '#platform/permissions.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { runForm, withDestination } from './enter.ts'

export default page({
  address: '/forgot-password',
  title: accountTexts.forgotTitle,
  may: anyone,
  layout: PublicLayout,
  submit: ({ ctx, form, query }) =>
    runForm(ctx, form, async () => {
      await resetPassword.run(ctx, { loginid: form.values.loginid ?? '' })
      return redirect(withDestination('/change-password-instructions', query))
    }),
  view: (_data, input) => <ForgotPassword {...input} />,
})

function ForgotPassword({ form, frame, query }: ViewInput) {
  const t = useTexts(accountTexts)
  const footer = (
    <p>
      <TextLink href={withCarriedParams(frame, withDestination('/login', query))}>{t('backToSignIn')}</TextLink>
    </p>
  )
  return (
    <AccountCard title={t('forgotTitle')} lead={t('forgotLead')} message={form.message} below={footer}>
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'loginid')}
          label={t('usernameOrEmail')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <BusySubmit label={t('resetPassword')} busyLabel={t('resetting')} />
      </form>
    </AccountCard>
  )
}
