import { lazy, type SubmitEvent, Suspense, use, useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '../../../platform/ui/api.ts'
import { Banner } from '../../../platform/ui/banner.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { SelectField } from '../../../platform/ui/field.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { SaveBar } from '../../../platform/ui/save-bar.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { useUnsaved } from '../../../platform/ui/unsaved.ts'
import { useProvedApi } from '../sessions/prove-dialog.tsx'
import { AccountContext } from './account-context.ts'
import { type FieldErrors, Fields, Reason } from './account-parts.tsx'
import type { AccountPlace } from './account-place.shared.ts'
import { AddressFields } from './address-fields.tsx'
import { generalTexts } from './general.texts.ts'
import { PersonFields } from './person-fields.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { PreferenceFields } from './preference-fields.tsx'
import { fieldOf, profileInput } from './profile-input.shared.ts'
import { saveProfile } from './save-profile.ts'
import { SignInFields } from './sign-in-fields.tsx'
import type { Organization, UserDetails } from './user-details.ts'

// Of instructors alone.
const RecruiterFields = lazy(() => import('./recruiter-fields.tsx'))

type Props = {
  place: AccountPlace
  details: UserDetails | null
  organizations: readonly Organization[]
  /** Loads the person anew. */
  onSaved: () => Promise<void>
}

/** The whole profile as one form; what the server refuses stands at its field, and what was typed stays. */
export function ProfileForm({ place, details, organizations, onSaved }: Props) {
  const t = useTexts(generalTexts)
  const locale = useLocale()
  const { call, busy, dialog } = useProvedApi()
  const { created, changed } = use(AccountContext)
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [unsaved, setUnsaved] = useState(false)
  const [saved, setSaved] = useState(0)
  useUnsaved(unsaved)
  // Where no field shows what is wrong, the whole says it; null until that is known.
  const [atField, setAtField] = useState<boolean | null>(null)
  useEffect(() => {
    if (!failure) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    setAtField(Boolean(wrong))
    wrong?.focus()
  }, [failure])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const answer = await saveProfile(call, place, profileInput(typed, details?.data ?? null, locale), details)
    setAtField(null)
    setFailure(answer.ok ? null : answer)
    if (!answer.ok) return
    if (answer.data.warning) toast({ text: answer.data.warning })
    setUnsaved(false)
    setSaved(saved + 1)
    changed()
    if (place.user_id === null) created({ ...place, user_id: answer.data.data.user_id })
    else await onSaved()
  }

  const loadNewest = async () => {
    await onSaved()
    setFailure(null)
    setUnsaved(false)
  }
  const errors = errorsOf(failure)
  const parts = { details, errors }
  const touch = () => setUnsaved(true)
  const readOnly = details?.can.update.allowed === false
  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={onSubmit} onChange={touch} className="grid gap-7">
        {readOnly && details?.can.update.reason && <Reason>{details.can.update.reason}</Reason>}
        <Refused failure={atField === false ? failure : null} onNewest={loadNewest} />
        <fieldset key={details?.data.user.updated_at ?? 'new'} disabled={readOnly} className="grid gap-7">
          {place.user_id === null && <Home organizations={organizations} errors={errors} />}
          <PersonFields {...parts} />
          <SignInFields {...parts} />
          {place.user_id === null && <p className="text-sm text-muted">{t('welcome')}</p>}
          <PhoneFields {...parts} onChange={touch} />
          <AddressFields {...parts} />
          <PreferenceFields {...parts} own={place.own} />
          {place.kind === 'instructor' && !place.own && (
            <Suspense fallback={null}>
              <RecruiterFields {...parts} organizations={organizations} onChange={touch} />
            </Suspense>
          )}
        </fieldset>
        {!readOnly && (
          <SaveBar
            busy={busy}
            unsaved={unsaved}
            saved={saved}
            {...(place.user_id === null && { label: t('create') })}
          />
        )}
      </form>
      {dialog}
    </>
  )
}

const errorsOf = (failure: ApiFailure | null): FieldErrors =>
  Object.fromEntries(failure?.issues.map(({ path, message }) => [fieldOf(path), message]) ?? [])

type RefusedProps = { failure: ApiFailure | null; onNewest: () => void }

/** Why nothing was saved; a record that is newer than the form can be loaded. */
function Refused({ failure, onNewest }: RefusedProps) {
  const t = useTexts(generalTexts)
  if (!failure) return null
  if (failure.code !== 'CONFLICT') {
    const more = failure.issues.map(({ message }) => message).filter((message) => message !== failure.message)
    return <Banner kind="error">{[failure.message, ...more].join(' ')}</Banner>
  }
  return (
    <Banner
      kind="attention"
      action={
        <Button look="secondary" size="small" onClick={onNewest}>
          {t('loadNewest')}
        </Button>
      }
    >
      {t('conflict')}
    </Banner>
  )
}

/** The organization of a new person, where there is a choice. */
function Home({ organizations, errors }: { organizations: readonly Organization[]; errors: FieldErrors }) {
  const t = useTexts(generalTexts)
  if (organizations.length < 2) return null
  return (
    <Fields>
      <SelectField
        name="organization_id"
        label={t('organization')}
        options={organizations.map(({ organization_id, code, name }) => ({
          value: organization_id,
          label: `${name} (${code})`,
        }))}
        error={errors.organization_id}
      />
    </Fields>
  )
}
