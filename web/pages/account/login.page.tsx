import { referralCookie, referralOf, selectSignInText } from '#modules/identity/entry.ts'
import PasskeySignIn from '#modules/identity/passkeys/passkey-sign-in.island.tsx'
import { type HumanCheckSite, humanCheck } from '#modules/identity/sign-in/human-check.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { destination, finishSignIn, redirectSignedIn, runForm, withDestination } from './enter.ts'
import { captchaSources, HumanCheckField } from './human-check-field.tsx'
import { findOtherHost, OtherHost } from './other-host.tsx'
import { type AvailableMethods, loadSignInMethods, SignInMethods } from './ways-in.tsx'

type Query = ViewInput['query']

export default page({
  address: '/login',
  title: accountTexts.signIn,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx, query }) => storeReferral(ctx, query) ?? redirectSignedIn(ctx, query) ?? loadLogin(ctx),
  csp: ({ captcha }, form) => (asksForHuman(form) ? captchaSources(captcha) : {}),
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const { loginid = '', password = '', isRememberMe, captcha } = form.values
      const result = await logIn.run(ctx, { loginid, password, isRememberMe: isRememberMe === '1', captcha })
      return finishSignIn(ctx, result, destination(query))
    }),
  view: (data, input) => <Login {...data} {...input} />,
})

const loadLogin = async (ctx: Ctx) => ({
  ways: await loadSignInMethods(ctx),
  otherHost: findOtherHost(ctx),
  captcha: ctx.use(humanCheck).site,
  notice: await selectSignInText(ctx),
})

/** After failed attempts a captcha is required, and sent with each further attempt. */
const asksForHuman = ({ answer, values }: FormState) => answer.captcha === true || values.captcha !== undefined

/** A staff link is stored for checkout, and the address is cleaned. */
function storeReferral(ctx: Ctx, query: Query): PageRedirect | null {
  if (!referralOf(query)) return null
  const { cart: _cart, administrator: _administrator, instructor: _instructor, ...rest } = query
  const params = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, value ?? '']))
  const cookies = [referralCookie(ctx.request.origin, query)]
  return redirect(pathTo('/login', { query: params }), { status: 302, cookies })
}

type LoginProps = ViewInput & {
  ways: AvailableMethods
  otherHost: string | null
  captcha: HumanCheckSite | null
  notice: string
}

function Login({ notice, ways, otherHost, captcha, form, frame, query }: LoginProps) {
  const t = useTexts(accountTexts)
  return (
    <AccountCard title={t('signIn')} message={form.message} below={<OtherWays frame={frame} query={query} />}>
      {notice && <p className="mb-4 whitespace-pre-line">{notice}</p>}
      {!form.message && <Notice query={query} />}
      {form.message && <p className="mb-4 text-muted-foreground">{t('otherSchool')}</p>}
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'loginid')}
          label={t('username')}
          // If the browser can, it also offers passkeys in this field.
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInForm
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          {...(form.errors.password !== undefined && { error: form.errors.password })}
        />
        <Checkbox
          label={t('rememberMe')}
          name="isRememberMe"
          value="1"
          defaultChecked={form.values.isRememberMe === '1'}
        />
        {asksForHuman(form) && <HumanCheckField site={captcha} action="login" name="captcha" />}
        <BusySubmit label={t('signIn')} busyLabel={t('signingIn')} />
      </form>
      <PasskeySignIn to={destination(query)} autofill />
      <OtherHost host={otherHost} query={query} />
      <SignInMethods ways={ways} frame={frame} query={query} />
    </AccountCard>
  )
}

/** Explains why a person who was just signed in is here. */
function Notice({ query }: { query: Query }) {
  const t = useTexts(accountTexts)
  const reason =
    query.se === 'true'
      ? 'sessionEnded'
      : query.inactive === 'true'
        ? 'inactive'
        : query.logout === 'true' && 'signedOut'
  return reason ? (
    <Alert variant={reason === 'signedOut' ? 'info' : 'attention'} className="mb-4">
      {t(reason)}
    </Alert>
  ) : null
}

function OtherWays({ frame, query }: { frame: Frame; query: Query }) {
  const t = useTexts(accountTexts)
  return (
    <>
      <p>
        <TextLink href={withCarriedParams(frame, withDestination('/login/link', query))}>{t('sendLink')}</TextLink>
      </p>
      <p>
        <TextLink href={withCarriedParams(frame, withDestination('/forgot-password', query))}>{t('forgot')}</TextLink>
      </p>
      <p>
        {t('noAccount')}{' '}
        <TextLink href={withCarriedParams(frame, withDestination('/signup', query))}>{t('signUp')}</TextLink>
      </p>
    </>
  )
}
