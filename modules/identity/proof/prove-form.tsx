import { type ReactNode, useState } from 'react'
import { type PasskeyResult, requestPasskey } from '#modules/identity/webauthn/request-passkey.ts'
import { callApi, useApi } from '#platform/ui/api.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'
import type { ProofMethod } from './proof.ts'
import { proveTexts } from './prove.texts.ts'

export type ProofRequest = { ways: ProofMethod[]; settle: (proved: boolean) => void }

/** The form that asks for the proof. */
export default function ProveForm({ ways, settle }: ProofRequest) {
  const t = useTexts(proveTexts)
  const [way, setWay] = useState<ProofMethod | null>(ways[0] ?? null)
  return (
    <Dialog open onClose={() => settle(false)} title={t('title')}>
      <div className="grid gap-4">
        <p className="text-muted-foreground">{t(way ? 'lead' : 'signInAgain')}</p>
        {way === 'passkey' && <ByPasskey done={() => settle(true)} />}
        {(way === 'password' || way === 'code') && <ByText key={way} way={way} done={() => settle(true)} />}
        <div className="flex flex-wrap gap-2">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="link" size="sm" onClick={() => setWay(other)}>
                {t(switchTexts[other])}
              </Button>
            ))}
        </div>
      </div>
    </Dialog>
  )
}

const switchTexts = { password: 'usePassword', code: 'useCode', passkey: 'usePasskey' } as const

type WayProps = { done: () => void }

function ByText({ way, done }: WayProps & { way: 'password' | 'code' }) {
  const t = useTexts(proveTexts)
  const { call, busy, failure } = useApi()
  const [typed, setTyped] = useState('')
  async function send() {
    const body = way === 'password' ? { password: typed } : { code: typed }
    const response = await call((api) => api.POST('/user/prove', { body }), { quiet: true })
    if (response.ok) done()
  }
  const field = {
    label: t(way),
    value: typed,
    required: true,
    error: failure?.message,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <SeparateForm send={send}>
      {way === 'password' ? (
        <PasswordField {...field} autoComplete="current-password" autoFocus />
      ) : (
        <TextField {...field} autoComplete="one-time-code" autoFocus />
      )}
      <SubmitButton wide busy={busy} busyLabel={t('confirming')}>
        {t('confirm')}
      </SubmitButton>
    </SeparateForm>
  )
}

/** A separate form, wherever the dialog is: its input does not belong to a surrounding form. */
function SeparateForm({ send, children }: { send: () => void; children: ReactNode }) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        send()
      }}
    >
      {children}
    </form>
  )
}

const sendProof = async (passkey: NonNullable<PasskeyResult['passkey']>) => {
  const response = await callApi((api) => api.POST('/user/prove', { body: { passkey } }), { quiet: true })
  return response.ok ? { ok: true, message: null } : { ok: false, message: response.message }
}

function ByPasskey({ done }: WayProps) {
  const t = useTexts(proveTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function send() {
    setBusy(true)
    const passkeyAnswer = await requestPasskey('prove')
    const result = passkeyAnswer.passkey ? await sendProof(passkeyAnswer.passkey) : passkeyAnswer
    setBusy(false)
    if ('ok' in result && result.ok) done()
    else setError(result.message ?? null)
  }
  return (
    <>
      <Button wide busy={busy} onClick={send}>
        {t('usePasskey')}
      </Button>
      {error && (
        <p role="alert" className="text-sm font-semibold text-red-ink">
          {error}
        </p>
      )}
    </>
  )
}
