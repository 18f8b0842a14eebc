import { type MouseEvent, type SubmitEvent, useId, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { sentDay } from '#platform/typed-day.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField, useApi } from '#platform/ui/api.ts'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { groupKeyCode } from './key-code.shared.ts'
import { redeemTexts } from './redeem.texts.ts'
import { isDateOfBirthRequired, RedeemFields, termsOf } from './redeem-fields.shared.tsx'

/** A link to the form's page; with scripts it opens the form in a dialog. */
export default island('checkout/redeem-key', { when: 'idle' }, RedeemKey)

function RedeemKey() {
  const t = useTexts(redeemTexts)
  const [open, setOpen] = useState(false)
  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <LinkButton href={pathTo('/redeem-key')} variant="outline" onClick={onClick}>
        {t('open')}
      </LinkButton>
      {open && <RedeemDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function RedeemDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(redeemTexts)
  const id = useId()
  const { call, busy, failure } = useApi()
  const [code, setCode] = useState('')
  // The first refusal only reveals the agreement and the date of birth, so it is not shown as an error.
  const [hasSeenTerms, setHasSeenTerms] = useState(false)
  const [hasSeenDateOfBirth, setHasSeenDateOfBirth] = useState(false)
  const locale = useLocale()
  const terms = termsOf(failure?.body)
  const needsDateOfBirth = isDateOfBirthRequired(failure?.body)
  const issues = failure ? issuesByField(failure) : {}
  const codeError = failure && !terms && !needsDateOfBirth ? (issues.code ?? failure.message) : undefined
  // Errors are shown at their field, but not before the field was visible.
  const dateOfBirth = needsDateOfBirth
    ? { dob: { error: hasSeenDateOfBirth ? issues.dob : undefined }, dob_confirmed: { error: issues.dob_confirmed } }
    : null

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setHasSeenTerms(Boolean(terms))
    setHasSeenDateOfBirth(needsDateOfBirth)
    const values = new FormData(event.currentTarget)
    const agreement = terms && {
      accepted: values.has('accepted'),
      typed: String(values.get('typed') ?? ''),
      opened: true,
    }
    const dob = sentDay(String(values.get('dob') ?? ''), locale)
    const body = { code, agreement, dob, dob_confirmed: values.has('dob_confirmed') }
    // The response redirects to the course.
    void call((api) => api.POST('/authorizationKeys/redeemKey', { body }), { quiet: true })
  }
  const actions = (
    <SubmitButton form={id} busy={busy} busyLabel={t('redeeming')}>
      {t('redeem')}
    </SubmitButton>
  )
  return (
    <Dialog open onClose={onClose} title={t('title')} actions={actions}>
      <p className="mb-4">{t('lead')}</p>
      {terms && hasSeenTerms && <FormAlert message={failure?.message ?? null} />}
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
        <RedeemFields
          code={{
            value: code,
            error: codeError,
            autoFocus: true,
            onChange: ({ currentTarget }) => setCode(groupKeyCode(currentTarget.value)),
          }}
          terms={terms}
          dateOfBirth={dateOfBirth}
        />
      </form>
    </Dialog>
  )
}
