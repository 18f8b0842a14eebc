import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#platform/ui/api.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { passkeyTexts } from './passkeys.texts.ts'

type RenamePasskeyProps = {
  passkey: { passkey_id: number; name: string }
  onClose: () => void
  onRenamed: () => void
}

export function RenamePasskey({ passkey, onClose, onRenamed }: RenamePasskeyProps) {
  const t = useTexts(passkeyTexts)
  const { call, busy } = useApi()
  const [name, setName] = useState(passkey.name)
  const id = useId()
  async function save(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const { passkey_id } = passkey
    const response = await call((api) => api.PUT('/user/passkey', { body: { passkey_id, name } }))
    if (!response.ok) return
    onRenamed()
    onClose()
  }
  const actions = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t('cancel')}
      </Button>
      <SubmitButton form={id} busy={busy}>
        {t('save')}
      </SubmitButton>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('rename')} actions={actions}>
      <form id={id} onSubmit={save}>
        <TextField
          label={t('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={80}
          required
        />
      </form>
    </Dialog>
  )
}
