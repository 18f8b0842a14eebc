import { type FormEvent, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { createKey } from '#modules/identity/webauthn/device-keys.shared.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { passkeyTexts } from './passkeys.texts.ts'

/** Creates and names a passkey on this device. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const t = useTexts(passkeyTexts)
  const { call, busy, dialog } = useProvedApi()
  const [name, setName] = useState('')
  const [making, setMaking] = useState(false)

  async function add(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const started = await call((api) => api.POST('/user/passkey/startRegistration'))
    if (!started.ok) return
    setMaking(true)
    const key = await createKey(started.data.options)
    setMaking(false)
    if (!key) return toast({ kind: 'error', text: t('notAdded') })
    const response = await call((api) => api.POST('/user/passkey/register', { body: { name, response: key } }))
    if (!response.ok) return
    setName('')
    toast({ kind: 'success', text: t('added') })
    onAdded()
  }
  return (
    <>
      <form className="flex flex-wrap items-start gap-3" onSubmit={add}>
        <TextField
          className="min-w-60 flex-1"
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={80}
          required
        />
        <SubmitButton variant="outline" className="sm:mt-7" busy={busy || making} busyLabel={t('waiting')}>
          {t('add')}
        </SubmitButton>
      </form>
      {dialog}
    </>
  )
}
