import { type SubmitEvent, useId, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { toast } from '#platform/ui/toast.ts'
import { linkedTexts } from './linked.texts.ts'

type Props = { onClose: () => void; onLinked: () => Promise<void> }

/** Links another account of the same person, proved by its password (and code), or creates one. */
export function LinkAccountDialog({ onClose, onLinked }: Props) {
  const t = useTexts(linkedTexts)
  const id = useId()
  const { call, busy, failure, dialog } = useProvedApi()
  const [existing, setExisting] = useState(true)
  // Once required, the code field stays while a wrong code is corrected.
  const [asksCode, setAsksCode] = useState(false)
  const errors = failure ? issuesByField(failure) : {}

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = new FormData(event.currentTarget)
    const text = (name: string) => String(input.get(name) ?? '')
    const code = text('code')
    const body = {
      email: text('email'),
      password: text('password'),
      linkExistingAccount: existing,
      ...(code && { code }),
    }
    const response = await call((api) => api.POST('/user/addAccount', { body }), { quiet: true })
    if (!response.ok) return setAsksCode(asksCode || response.code === 'CODE_NEEDED')
    toast({ kind: 'success', text: t('added') })
    await onLinked()
  }
  const message = failure && failure.issues.length === 0 ? failure.message : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link')}
      actions={
        <SubmitButton form={id} busy={busy} busyLabel={t('adding')}>
          {t('link')}
        </SubmitButton>
      }
    >
      <FormAlert message={message} />
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
        <RadioGroup
          label={t('which')}
          name="which"
          options={[
            { value: 'existing', label: t('existing'), hint: t('existingHint') },
            { value: 'new', label: t('fresh') },
          ]}
          value={existing ? 'existing' : 'new'}
          onChange={(value) => setExisting(value === 'existing')}
        />
        <TextField
          name="email"
          label={t(existing ? 'email' : 'newEmail')}
          error={errors.email}
          autoComplete="off"
          autoCapitalize="none"
          required
        />
        <PasswordField
          name="password"
          label={t(existing ? 'password' : 'newPassword')}
          error={errors.password}
          autoComplete={existing ? 'off' : 'new-password'}
          required
        />
        {asksCode && existing && (
          <TextField
            name="code"
            label={t('code')}
            error={errors.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
      </form>
      {dialog}
    </Dialog>
  )
}
