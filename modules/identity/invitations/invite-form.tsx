import { type SubmitEvent, useId, useRef } from 'react'
import { FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField, useApi } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { invitationTexts } from './invitations.texts.ts'

/** The input of a refused plain form, and the error. */
export type TypedInvitation = {
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  message: string | null
}

/** Invites someone; without scripts it is a plain form. */
export function InviteForm({ typed, onSent }: { typed: TypedInvitation | null; onSent: () => Promise<void> }) {
  const t = useTexts(invitationTexts)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { call, busy, failure } = useApi()
  const failedForm = failure ? { errors: issuesByField(failure), message: failure.message } : typed
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const body = { email: text('email'), first_name: text('first_name'), last_name: text('last_name') }
    const response = await call((api) => api.POST('/user/invitation/instructor', { body }), { quiet: true })
    if (!response.ok) return
    form.current?.reset()
    toast({ kind: 'success', text: t('sent', { email: body.email }) })
    await onSent()
  }
  const field = (name: 'email' | 'first_name' | 'last_name') => ({
    name,
    defaultValue: typed?.values[name],
    error: failedForm?.errors[name],
    autoComplete: 'off',
  })
  const hasFieldErrors = Object.keys(failedForm?.errors ?? {}).length > 0
  return (
    <form ref={form} id={id} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-muted-foreground">{t('lead')}</p>
      <FormAlert message={hasFieldErrors ? null : (failedForm?.message ?? null)} />
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
        <TextField {...field('email')} type="email" label={t('email')} required />
        <TextField {...field('first_name')} label={t('firstName')} maxLength={100} />
        <TextField {...field('last_name')} label={t('lastName')} maxLength={100} />
      </div>
      <SubmitButton busy={busy} busyLabel={t('sending')} className="justify-self-start">
        {t('send')}
      </SubmitButton>
    </form>
  )
}
