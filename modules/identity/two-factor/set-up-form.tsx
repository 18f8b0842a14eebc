import { type FormEvent, useId, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { SetUpKey } from './set-up-key.shared.tsx'
import { twoFactorTexts } from './two-factor.texts.ts'

type SetUpFormProps = {
  setUp: { secret: string; qr: string } | null
  onClose: () => void
  onConfirmed: (recovery_codes: string[]) => void
}

/** The key for the app and the field for its first code. */
export function SetUpForm({ setUp, onClose, onConfirmed }: SetUpFormProps) {
  const t = useTexts(twoFactorTexts)
  const { call, busy, failure, dialog } = useProvedApi()
  const [token, setToken] = useState('')
  const id = useId()
  async function confirm(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const response = await call((api) => api.POST('/user/save2fa', { body: { token } }), {
      handledCodes: ['WRONG_CODE'],
    })
    setToken('')
    if (response.ok) onConfirmed(response.data.recovery_codes)
  }
  const actions = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t('cancel')}
      </Button>
      <SubmitButton form={id} busy={busy} busyLabel={t('confirming')}>
        {t('confirm')}
      </SubmitButton>
    </>
  )
  return (
    <Dialog open={setUp !== null} onClose={onClose} title={t('title')} actions={actions}>
      {setUp && (
        <form id={id} className="grid gap-4" onSubmit={confirm}>
          <SetUpKey {...setUp} />
          <TextField
            label={t('code')}
            hint={t('codeHint')}
            value={token}
            onChange={(event) => setToken(event.target.value)}
            error={failure?.message}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </form>
      )}
      {dialog}
    </Dialog>
  )
}
