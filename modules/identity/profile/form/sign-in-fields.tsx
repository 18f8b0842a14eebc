import { useCallback, useState } from 'react'
import { Fields, Section } from '#modules/identity/account/account-parts.shared.tsx'
import { Alert } from '#platform/ui/alert.tsx'
import { callApi } from '#platform/ui/api.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FormState } from '#platform/web/form.ts'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'
import { type Availability, useAvailability } from './use-availability.ts'

const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

type Props = Omit<FormParts, 'options'> & {
  /** The input of a form submitted without scripts. */
  typed: FormState['values']
}

/** The email address and login id; the availability of both is checked while typing. */
export function SignInFields({ details, errors, autofill, fieldProps, typed }: Props) {
  const t = useTexts(generalTexts)
  const user = details?.data.user
  const [email, setEmail] = useState(fieldProps('email', user?.email).defaultValue)
  const [loginid, setLoginid] = useState(fieldProps('loginid', user?.loginid).defaultValue)
  const [isSame, setIsSame] = useState('email' in typed ? 'emailSame' in typed : (user?.emailSameAsLoginID ?? true))
  const user_id = user?.user_id
  const isUnshared = useCallback(
    async (text: string) => {
      if (!looksLikeEmail(text)) return null
      const body = { email: text, ...(user_id && { user_id }) }
      const response = await callApi((api) => api.POST('/user/searchValidEmail', { body }), { quiet: true })
      return response.ok ? response.data.valid : null
    },
    [user_id],
  )
  const isFree = useCallback(
    async (text: string) => {
      const body = { loginid: text, ...(user_id && { user_id }) }
      const response = await callApi((api) => api.POST('/user/searchValidLoginID', { body }), { quiet: true })
      return response.ok ? response.data.valid : null
    },
    [user_id],
  )
  const shared = useAvailability(email, user?.email ?? '', isUnshared) === 'taken'
  const emailLogin = looksLikeEmail(email) ? email : ''
  const login = isSame ? emailLogin : loginid
  const availability = useAvailability(login, user?.loginid ?? '', isFree)
  const takenError = availability === 'taken' ? t('usedLoginid') : undefined
  return (
    <Section title={t('signIn')}>
      <Fields may={details?.can.changeSignIn}>
        <TextField
          name="email"
          type="email"
          label={t('email')}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={errors.email ?? (isSame ? (errors.loginid ?? takenError) : undefined)}
          hint={shared ? <Warning>{t('sharedEmail')}</Warning> : isSame && <AvailabilityNotice state={availability} />}
          autoComplete={autofill('email')}
          required
        />
        {user?.asked_email && (
          <Alert variant="info" className="sm:col-span-2">
            {t('askedEmail', { asked: user.asked_email, email: user.email })}
          </Alert>
        )}
        {!isSame && (
          <TextField
            name="loginid"
            label={t('loginid')}
            value={loginid}
            onChange={({ currentTarget }) => setLoginid(currentTarget.value)}
            error={errors.loginid ?? takenError}
            hint={<AvailabilityNotice state={availability} />}
            autoComplete={autofill('username')}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        {isSame && (
          <noscript>
            <TextField {...fieldProps('loginid', user?.loginid)} label={t('loginid')} hint={t('otherLoginid')} />
          </noscript>
        )}
        <Checkbox
          name="emailSame"
          label={t('emailSame')}
          checked={isSame}
          onChange={({ currentTarget }) => setIsSame(currentTarget.checked)}
          className="sm:col-span-2"
        />
      </Fields>
    </Section>
  )
}

const Warning = ({ children }: { children: string }) => (
  <span role="status" className="font-semibold text-yellow-ink">
    {children}
  </span>
)

function AvailabilityNotice({ state }: { state: Availability }) {
  const t = useTexts(generalTexts)
  return <span role="status">{state === 'free' ? `✓ ${t('freeLoginid')}` : state === 'asking' && t('checking')}</span>
}
