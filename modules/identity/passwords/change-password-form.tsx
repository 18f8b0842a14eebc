import { type SubmitEvent, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField, useApi } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'
import { toast } from '#platform/ui/toast.ts'
import { passwordRule } from './password-rule.shared.ts'
import { PasswordStrength } from './password-strength.tsx'
import { securityTexts } from './security.texts.ts'

/** Changes the user's own password: asks for the old one, and for the new one twice. */
export function ChangePassword() {
  const t = useTexts(securityTexts)
  const locale = useLocale()
  const { call, busy, failure } = useApi()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const errors = failure ? issuesByField(failure) : {}
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const body = {
      oldPassword: text('oldPassword'),
      newPassword: text('newPassword'),
      confirmPassword: text('confirmPassword'),
    }
    const response = await call((api) => api.POST('/user/changePassword', { body }), { quiet: true })
    if (!response.ok) return
    form.current?.reset()
    setTyped('')
    toast({ kind: 'success', text: t('saved') })
  }
  return (
    <Panel title={t('change')}>
      <FormAlert message={failure && failure.issues.length === 0 ? failure.message : null} />
      {/* Without scripts its own page handles it. */}
      <form
        ref={form}
        method="post"
        action={pathTo('/change-password', {
          query: { redirect: pathTo('/settings', { query: { tab: 'security' } }) },
        })}
        noValidate
        onSubmit={onSubmit}
        className="grid max-w-md gap-4"
      >
        <PasswordField
          name="oldPassword"
          label={t('old')}
          autoComplete="current-password"
          error={errors.oldPassword}
          required
        />
        <div className="grid gap-2">
          <PasswordField
            name="newPassword"
            label={t('new')}
            hint={localize(locale, passwordRule)}
            autoComplete="new-password"
            error={errors.newPassword}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
          />
          {typed && <PasswordStrength password={typed} />}
        </div>
        <PasswordField
          name="confirmPassword"
          label={t('confirm')}
          autoComplete="new-password"
          error={errors.confirmPassword}
          required
        />
        <SubmitButton busy={busy} busyLabel={t('saving')} className="justify-self-start">
          {t('save')}
        </SubmitButton>
      </form>
    </Panel>
  )
}
