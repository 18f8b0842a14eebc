import ForgotPassword from '#modules/checkout/cart/forgot-password.island.tsx'
import { LeaverNotice } from '#modules/checkout/leaver/leaver-notice.shared.tsx'
import { lk_phone_number_type } from '#modules/identity/lookups.shared.ts'
import NewPassword from '#modules/identity/passwords/new-password.island.tsx'
import { LastNameField } from '#modules/identity/people/last-name-field.shared.tsx'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { lastNamePattern, namePattern } from '#modules/identity/people/person-name.shared.ts'
import { options } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { secondPhone } from './checkout-submit.ts'
import { Step } from './step.tsx'

/** The buyer: the known student, a new one, or one who signs in. */
export function StudentStep({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  return (
    <Step n={1} title={t('student')}>
      {data.buyer ? <Buyer {...data.buyer} /> : <Stranger data={data} input={input} />}
    </Step>
  )
}

/** A guest whose attempt was refused is known by now, and may have mistyped the address, or be a different person. */
function Buyer({ first_name, last_name, email, signed_in }: NonNullable<Checkout['buyer']>) {
  const t = useTexts(words)
  return (
    <>
      <p>
        {t('buyingAs')}{' '}
        <strong>
          {first_name} {last_name}
        </strong>{' '}
        <span className="text-muted-foreground">({email})</span>
      </p>
      {!signed_in && (
        <SubmitButton form="another-buyer" variant="outline" size="sm" className="justify-self-start">
          {t('anotherBuyer')}
        </SubmitButton>
      )}
    </>
  )
}

function Stranger({ data: { returning, leaver }, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const tabs = [
    { href: withCarriedParams(input.frame, pathTo('/checkout')), label: t('newStudent'), current: !returning },
    {
      href: withCarriedParams(input.frame, pathTo('/checkout', { query: { tab: 'returning' } })),
      label: t('returning'),
      current: returning,
    },
  ]
  return (
    <>
      <Tabs label={t('who')} tabs={tabs} fit />
      {returning ? <Returning input={input} /> : <NewStudent {...input} />}
      {!returning && leaver.sends_reminder && <LeaverNotice />}
    </>
  )
}

/** Ten digits or more: the server explains why a longer number is refused. */
const phonePattern = '([^0-9]*[0-9]){10}.*'

function NewStudent({ form }: ViewInput) {
  const t = useTexts(words)
  const people = useTexts(peopleTexts)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field(form, 'firstName')}
        label={t('firstName')}
        autoComplete="given-name"
        pattern={namePattern}
        data-missing={t('firstNameMissing')}
        data-wrong={people('noName')}
        required
      />
      <LastNameField
        {...field(form, 'lastName')}
        label={t('lastName')}
        autoComplete="family-name"
        pattern={lastNamePattern}
        data-missing={t('lastNameMissing')}
        data-wrong={people('noName')}
        required
      />
      <TextField
        {...field(form, 'email')}
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        // Browsers also take an address without a dot.
        pattern={String.raw`\s*[^@\s]+@[^@\s]+\.[A-Za-z]{2,}\s*`}
        autoComplete="username"
        data-missing={t('emailWrong')}
        data-wrong={t('emailWrong')}
        required
      />
      {form.answer.sign_in === true && <SignInInstead />}
      <PhoneField
        {...field(form, 'phone_number')}
        label={t('phone')}
        pattern={phonePattern}
        data-missing={t('phoneWrong')}
        data-wrong={t('phoneWrong')}
        required
      />
      <NewPassword
        {...passwordProps(form, 'password')}
        label={t('passwordLater')}
        hint={t('passwordLaterHint')}
        optional
      />
      <MoreOfStudent form={form} />
    </div>
  )
}

/** The login id is taken, mostly by the buyer. Its form is one of the small ones, since forms can't be nested. */
function SignInInstead() {
  const t = useTexts(words)
  return (
    <section aria-label={t('signInToContinue')} className="grid gap-3 rounded-md bg-muted p-4 sm:col-span-2">
      <p>{t('signInInstead')}</p>
      <PasswordInForm form="sign-in" name="password" label={t('password')} autoComplete="current-password" />
      <SubmitButton form="sign-in" className="justify-self-start">
        {t('signInToContinue')}
      </SubmitButton>
    </section>
  )
}

/** Rarely needed: the email address is the login id by default. */
function MoreOfStudent({ form }: Pick<ViewInput, 'form'>) {
  const t = useTexts(words)
  const people = useTexts(peopleTexts)
  const locale = useLocale()
  const input = ['middleName', 'loginid', secondPhone.number]
  const touched =
    input.some((name) => form.values[name]) || [...input, secondPhone.type].some((name) => form.errors[name])
  return (
    <details open={touched} className="sm:col-span-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold md:min-h-8 md:py-1">{t('moreOfStudent')}</summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <TextField
          {...field(form, 'middleName')}
          label={t('middleName')}
          autoComplete="additional-name"
          pattern={namePattern}
          data-wrong={people('noName')}
        />
        <TextField
          {...field(form, 'loginid')}
          label={t('username')}
          hint={t('usernameHint')}
          autoComplete="off"
          autoCapitalize="none"
        />
        <PhoneField
          {...field(form, secondPhone.number)}
          label={t('secondPhone')}
          autoComplete="off"
          pattern={phonePattern}
          data-wrong={t('phoneWrong')}
        />
        <SelectField
          {...field(form, secondPhone.type, '1')}
          label={t('phoneType')}
          options={options(lk_phone_number_type, locale)}
        />
      </div>
    </details>
  )
}

/** A typed password is never shown again. */
const passwordProps = (form: FormState, name: string) => ({
  name,
  ...(form.errors[name] !== undefined && { error: form.errors[name] }),
})

function Returning({ input: { frame } }: { input: ViewInput }) {
  const t = useTexts(words)
  return (
    <div>
      <form
        method="post"
        action={pathTo('/login', { query: { redirect: withCarriedParams(frame, pathTo('/checkout')) } })}
        className="grid gap-4"
      >
        <TextField name="loginid" label={t('username')} autoComplete="username" autoCapitalize="none" required />
        <PasswordInForm name="password" label={t('password')} autoComplete="current-password" required />
        <SubmitButton className="sm:justify-self-start">{t('signIn')}</SubmitButton>
      </form>
      <div className="mt-3">
        <ForgotPassword
          href={pathTo('/forgot-password', { query: { redirect: withCarriedParams(frame, pathTo('/checkout')) } })}
        />
      </div>
    </div>
  )
}
