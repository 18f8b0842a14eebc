import { languageId } from '#modules/identity/index.ts'
import NewPassword from '#modules/identity/passwords/new-password.island.tsx'
import { passwordRule } from '#modules/identity/passwords/password-rule.shared.ts'
import { LastNameField } from '#modules/identity/people/last-name-field.shared.tsx'
import { humanCheck } from '#modules/identity/sign-in/human-check.ts'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { finishSignIn, redirectSignedIn, runForm, withDestination } from './enter.ts'
import { captchaSources, HumanCheckField } from './human-check-field.tsx'
import { loadSignInMethods, SignInMethods } from './ways-in.tsx'

type PageData = Awaited<ReturnType<typeof loadSignUp>>

export default page({
  address: '/signup',
  title: accountTexts.signUp,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx, query }) => redirectSignedIn(ctx, query) ?? loadSignUp(ctx),
  csp: ({ captcha }) => captchaSources(captcha),
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const { email = '', password = '', confirmPassword = '', first_name = '', last_name = '' } = form.values
      const agreeTerms = form.values.agreeTerms === '1'
      const input = { email, password, confirmPassword, agreeTerms, first_name, last_name }
      const { recaptchaToken } = form.values
      const extras = { recaptchaToken, lk_language_id: languageId(ctx.locale) }
      const result = await createUserFromSignup.run(ctx, { ...input, ...extras })
      return finishSignIn(ctx, result, withDestination('/about', query))
    }),
  view: (data, input) => <SignUp loaded={data} {...input} />,
})

const loadSignUp = async (ctx: Ctx) => ({ ways: await loadSignInMethods(ctx), captcha: ctx.use(humanCheck).site })

function SignUp({ loaded, form, frame, query, locale }: ViewInput & { loaded: PageData }) {
  const t = useTexts(accountTexts)
  const footer = (
    <p>
      {t('haveAccount')}{' '}
      <TextLink href={withCarriedParams(frame, withDestination('/login', query))}>{t('signIn')}</TextLink>
    </p>
  )
  return (
    <AccountCard title={t('signUp')} message={form.message} below={footer}>
      <form method="post" className="grid gap-4">
        <TextField {...field(form, 'first_name')} label={t('firstName')} autoComplete="given-name" required />
        <LastNameField {...field(form, 'last_name')} label={t('lastName')} autoComplete="family-name" required />
        <TextField {...field(form, 'email')} label={t('email')} type="email" autoComplete="username" required />
        <NewPassword {...passwordProps(form, 'password')} label={t('password')} hint={localize(locale, passwordRule)} />
        <PasswordInForm
          {...passwordProps(form, 'confirmPassword')}
          label={t('confirmPassword')}
          autoComplete="new-password"
          required
        />
        <Checkbox
          label={
            <>
              {t('agreeTerms')} <TextLink href={withCarriedParams(frame, pathTo('/terms'))}>{t('terms')}</TextLink>{' '}
              <TextLink href={withCarriedParams(frame, pathTo('/privacy'))}>{t('privacy')}</TextLink>
            </>
          }
          name="agreeTerms"
          value="1"
          required
          error={form.errors.agreeTerms}
        />
        <HumanCheckField site={loaded.captcha} action="signup" name="recaptchaToken" />
        <BusySubmit label={t('signUp')} busyLabel={t('signingUp')} />
      </form>
      <SignInMethods ways={loaded.ways} frame={frame} query={query} />
    </AccountCard>
  )
}

/** The props of a form's password field; its input is never shown again. */
const passwordProps = (form: FormState, name: string) => ({
  name,
  ...(form.errors[name] !== undefined && { error: form.errors[name] }),
})
