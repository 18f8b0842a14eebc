import { type SubmitEvent, useState } from 'react'
import { SubmitButton } from '../../../platform/ui/button.tsx'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PasswordField } from '../../../platform/ui/masked.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import type { ProofWay } from '../sessions/proof.ts'
import { proveTexts } from '../sessions/prove.texts.ts'
import { useProvedApi } from '../sessions/prove-dialog.tsx'
import { staffTwoFactorTexts } from './staff-two-factor.texts.ts'

type Props = {
  required: boolean
  /** By what the plain form may prove who sends it, once it was asked to. */
  ways: ProofWay[] | null
}

/** Whether staff must have a second factor. Without scripts the page takes the form, and asks for the proof itself. */
export default island('identity/staff-two-factor', { when: 'idle' }, StaffTwoFactor)

function StaffTwoFactor({ required, ways }: Props) {
  const t = useTexts(staffTwoFactorTexts)
  const { call, busy, dialog } = useProvedApi()
  const [on, setOn] = useState(required)
  async function onSubmit(event: SubmitEvent) {
    // A form that shows the fields of the proof goes on as it began.
    if (ways) return
    event.preventDefault()
    const body = { staff_2fa_required: on }
    const answer = await call((api) => api.PUT('/organization/security', { body }))
    if (answer.ok) toast({ kind: 'success', text: t(on ? 'on' : 'off') })
  }
  return (
    <>
      <form method="post" action="/settings/staff-security" onSubmit={onSubmit} className="grid max-w-xl gap-3">
        <Checkbox
          name="staff_2fa_required"
          value="1"
          label={t('required')}
          hint={t('hint')}
          checked={on}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
        {ways && <Proof ways={ways} />}
        <SubmitButton look="secondary" busy={busy} busyLabel={t('saving')} className="justify-self-start">
          {t('save')}
        </SubmitButton>
      </form>
      {dialog}
    </>
  )
}

function Proof({ ways }: { ways: ProofWay[] }) {
  const t = useTexts(proveTexts)
  const [password, code] = [ways.includes('password'), ways.includes('code')]
  if (!password && !code) return <p>{t('signInAgain')}</p>
  return (
    <>
      <p className="text-muted">{t('lead')}</p>
      {password && <PasswordField name="password" label={t('password')} autoComplete="current-password" />}
      {code && <TextField name="code2fa" label={t('code')} inputMode="numeric" autoComplete="one-time-code" />}
    </>
  )
}
