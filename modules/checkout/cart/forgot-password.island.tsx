import { type FormEvent, type MouseEvent, useId, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { callApi } from '#platform/ui/api.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { forgotPasswordTexts } from './forgot-password.texts.ts'

/** `href`: the page that does the same without scripts and then returns here. */
export type ForgotPasswordProps = { href: string }

/** Requests a password reset link without leaving the checkout; the script is loaded when the link is clicked. */
export default island('checkout/forgot-password', { when: 'press' }, ForgotPassword)

function ForgotPassword({ href }: ForgotPasswordProps) {
  const t = useTexts(forgotPasswordTexts)
  const [open, setOpen] = useState(false)
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a
        href={href}
        data-press
        onClick={show}
        className="inline-flex min-h-11 items-center font-semibold text-accent-foreground underline md:min-h-8"
      >
        {t('forgot')}
      </a>
      <ForgotDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

type Notice = { kind: 'info' | 'error'; text: string }

function ForgotDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(forgotPasswordTexts)
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const loginid = String(new FormData(event.currentTarget).get('loginid') ?? '').trim()
    setBusy(true)
    setNotice(await requestLink(loginid))
    setBusy(false)
  }
  const close = () => {
    setNotice(null)
    onClose()
  }
  const isSent = notice?.kind === 'info'
  const actions = (
    <>
      <Button variant={isSent ? 'default' : 'outline'} onClick={close}>
        {t('close')}
      </Button>
      {!isSent && (
        <SubmitButton form={id} busy={busy} busyLabel={t('sending')}>
          {t('send')}
        </SubmitButton>
      )}
    </>
  )
  return (
    <Dialog open={open} onClose={close} title={t('title')} actions={actions}>
      <div role="status">{notice && <Alert variant={notice.kind}>{notice.text}</Alert>}</div>
      {!isSent && (
        <form id={id} onSubmit={send} className="mt-2 grid gap-4">
          <p>{t('lead')}</p>
          <TextField
            name="loginid"
            label={t('loginid')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
          />
        </form>
      )}
    </Dialog>
  )
}

async function requestLink(loginid: string): Promise<Notice> {
  const body = { loginid }
  const response = await callApi((api) => api.POST('/user/resetPassword', { body }), { quiet: true, stay: true })
  return response.ok ? { kind: 'info', text: response.data.data.message } : { kind: 'error', text: response.message }
}
