import { type SubmitEvent, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { pathTo } from '#platform/path-to.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { staffTwoFactorTexts } from './staff-two-factor.texts.ts'

/** Whether staff must have a second factor. Without scripts it is a plain form. */
export default island('identity/staff-two-factor', { when: 'idle' }, StaffTwoFactor)

function StaffTwoFactor({ required }: { required: boolean }) {
  const t = useTexts(staffTwoFactorTexts)
  const { call, busy, dialog } = useProvedApi()
  const [on, setOn] = useState(required)
  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const body = { staff_2fa_required: on }
    const response = await call((api) => api.PUT('/organization/security', { body }))
    if (response.ok) toast({ kind: 'success', text: t(on ? 'on' : 'off') })
  }
  return (
    <>
      <form
        method="post"
        action={pathTo('/settings/staff-security')}
        onSubmit={onSubmit}
        className="grid max-w-xl gap-3"
      >
        <Checkbox
          name="staff_2fa_required"
          value="1"
          label={t('required')}
          hint={t('hint')}
          checked={on}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
        <SubmitButton variant="outline" busy={busy} busyLabel={t('saving')} className="justify-self-start">
          {t('save')}
        </SubmitButton>
      </form>
      {dialog}
    </>
  )
}
