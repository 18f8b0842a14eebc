import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, Reason } from '#modules/identity/account/account-parts.shared.tsx'
import { displayName } from '#modules/identity/account/display-name.shared.ts'
import type { UserDetails } from '#modules/identity/account/user-details.ts'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { Alert } from '#platform/ui/alert.tsx'
import type { ApiFailure } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { SaveBar } from '#platform/ui/save-bar.tsx'
import { toast } from '#platform/ui/toast.ts'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { type FormState, field, freshForm, sentForm } from '#platform/web/form.ts'
import { AddressFields } from './address-fields.tsx'
import { generalTexts } from './general.texts.ts'
import { PersonFields } from './person-fields.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { PreferenceFields } from './preference-fields.tsx'
import { fieldOf, profileInput } from './profile-input.shared.ts'
import type { ProfileOptions } from './profile-options.shared.ts'
import type { FormParts, RefusedForm } from './profile-parts.ts'
import type { SavedProfile, SaveProfile } from './save-profile.ts'
import { SignInFields } from './sign-in-fields.tsx'

type Props = {
  own: boolean
  details: UserDetails | null
  options: ProfileOptions
  /** The refusal of a form submitted without scripts. */
  refused?: RefusedForm | undefined
  save: SaveProfile
  onSaved: (savedPerson: SavedProfile['data'], name: string) => Promise<void> | void
  /** Reloads the person. */
  reload?: () => Promise<void>
  /** The button's label; 'Save' by default. */
  label?: string
  /** Staff-only fields: before the others, beside the preferences, and after the others. */
  start?: (parts: FormParts, touch: () => void) => ReactNode
  notes?: (parts: FormParts) => ReactNode
  end?: (parts: FormParts, touch: () => void) => ReactNode
}

/** The whole profile as one form; errors are shown at their fields, and the input stays. */
export function ProfileForm(props: Props) {
  const { own, details, options, refused = freshForm, save, onSaved, reload, label, start, notes, end } = props
  const locale = useLocale()
  const { call, busy, dialog } = useProvedApi()
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [errors, setErrors] = useState<FieldErrors>(refused.errors)
  const [unsaved, setUnsaved] = useState(false)
  const [saved, setSaved] = useState(0)
  useUnsaved(unsaved)
  // If no field shows the error, the form does; null until that is known.
  const [atField, setAtField] = useState<boolean | null>(null)
  useEffect(() => {
    if (!failure) return
    const element = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    setAtField(Boolean(element))
    element?.focus()
  }, [failure])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = sentForm(new FormData(event.currentTarget))
    const input = profileInput(value, details?.data ?? null, locale)
    const response = await save(call, input)
    setAtField(null)
    setFailure(response.ok ? null : response)
    setErrors(response.ok ? {} : errorsOf(response, value.values))
    if (!response.ok) return
    if (response.data.warning) toast({ text: response.data.warning })
    setUnsaved(false)
    setSaved(saved + 1)
    await onSaved(response.data.data, displayName({ ...input.profile, loginid: '' }))
  }

  const loadNewest = async () => {
    await reload?.()
    setFailure(null)
    setErrors({})
    setUnsaved(false)
  }
  const fieldProps: FormParts['fieldProps'] = (name, initial) =>
    field({ ...freshForm, values: refused.values, errors }, name, String(initial ?? ''))
  const autofill = (token: string) => (own ? token : 'off')
  const parts = { details, errors, autofill, options, fieldProps }
  const touch = () => setUnsaved(true)
  const readOnly = details?.can.update.allowed === false
  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={onSubmit} onChange={touch} className="grid gap-7">
        {readOnly && details?.can.update.reason && <Reason>{details.can.update.reason}</Reason>}
        <RefusalAlert failure={atField === false ? failure : null} onNewest={loadNewest} />
        <input type="hidden" {...fieldProps('updated_at', details?.data.user.updated_at)} />
        <fieldset key={details?.data.user.updated_at ?? 'new'} disabled={readOnly} className="grid gap-7">
          {start?.(parts, touch)}
          <PersonFields {...parts} />
          <SignInFields {...parts} typed={refused.values} />
          <PhoneFields {...parts} onChange={touch} />
          <AddressFields {...parts} />
          <PreferenceFields {...parts}>{notes?.(parts)}</PreferenceFields>
          {end?.(parts, touch)}
        </fieldset>
        {!readOnly && <SaveBar busy={busy} unsaved={unsaved} saved={saved} plain={own} {...(label && { label })} />}
      </form>
      {dialog}
    </>
  )
}

const errorsOf = ({ issues }: ApiFailure, values: FormState['values']): FieldErrors =>
  Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path, values), message]))

type RefusalProps = { failure: ApiFailure | null; onNewest: () => void }

/** Explains why nothing was saved; a newer record can be loaded. */
function RefusalAlert({ failure, onNewest }: RefusalProps) {
  const t = useTexts(generalTexts)
  if (!failure) return null
  if (failure.code !== 'CONFLICT') {
    const otherMessages = failure.issues.map(({ message }) => message).filter((message) => message !== failure.message)
    return <Alert variant="error">{[failure.message, ...otherMessages].join(' ')}</Alert>
  }
  return (
    <Alert
      variant="attention"
      action={
        <Button variant="outline" size="sm" onClick={onNewest}>
          {t('loadNewest')}
        </Button>
      }
    >
      {t('conflict')}
    </Alert>
  )
}
