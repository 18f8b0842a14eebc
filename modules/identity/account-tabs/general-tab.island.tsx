import { type ComponentProps, lazy, Suspense, use } from 'react'
import { AccountContext } from '#modules/identity/account/account-context.shared.ts'
import { type FieldErrors, Fields } from '#modules/identity/account/account-parts.shared.tsx'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import type { Organization, UserDetails } from '#modules/identity/account/user-details.ts'
import { AvatarField } from '#modules/identity/pictures/avatar-field.tsx'
import { ProfileNotes, RiskLine } from '#modules/identity/profile/form/general-parts.tsx'
import { ProfileForm } from '#modules/identity/profile/form/profile-form.tsx'
import { profileOptions } from '#modules/identity/profile/form/profile-options.shared.ts'
import { ProfileSkeleton } from '#modules/identity/profile/form/profile-skeleton.shared.tsx'
import { createPerson, updateProfile } from '#modules/identity/profile/form/save-profile.ts'
import { staffProfileTexts } from '#modules/identity/profile/form/staff-profile.texts.ts'
import { useOrganizations } from '#modules/identity/profile/form/use-organizations.ts'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'

// Only for instructors.
const RecruiterFields = lazy(() => import('#modules/identity/profile/form/recruiter-fields.tsx'))
// Only for new people, and only if there are several organizations.
const OrganizationField = lazy(() => import('#modules/identity/profile/form/organization-field.tsx'))

type Props = { place: AccountPlace; first: UserDetails | null }

/** A person's picture and profile as staff see them, or the form for a new person. */
export default island('identity/general-tab', { when: 'load' }, GeneralTab)

function GeneralTab({ place, first }: Props) {
  if (place.user_id === null) return <NewPerson place={place} />
  return <SavedPerson place={place} user_id={place.user_id} first={first} />
}

function NewPerson({ place }: { place: AccountPlace }) {
  const t = useTexts(staffProfileTexts)
  const { created } = use(AccountContext)
  const organizations = useOrganizations(true)
  return (
    <StaffForm
      place={place}
      details={null}
      organizations={organizations}
      label={t('create')}
      save={createPerson(place.kind)}
      onSaved={({ user_id }) => created({ ...place, user_id })}
      start={({ errors }, touch) => (
        <>
          <p className="text-sm text-muted-foreground">{t('welcome')}</p>
          <Home organizations={organizations} errors={errors} onChange={touch} />
        </>
      )}
    />
  )
}

function SavedPerson({ place, user_id, first }: Props & { user_id: number }) {
  const { changed } = use(AccountContext)
  const organizations = useOrganizations(place.kind === 'instructor')
  const loaded = useLoaded<UserDetails>(first, (api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
  const onSaved = async (_saved: unknown, name: string) => {
    changed(user_id, name)
    await loaded.reload()
  }
  return (
    <ShowLoaded loaded={loaded} shape={<ProfileSkeleton />}>
      {(details) => (
        <div className="grid gap-6">
          <AvatarField user={details.data.user} may={details.can.update} onChange={loaded.reload} />
          <RiskLine risk={details.data.risk} />
          <StaffForm
            place={place}
            details={details}
            organizations={organizations}
            save={updateProfile(details)}
            onSaved={onSaved}
            reload={loaded.reload}
          />
        </div>
      )}
    </ShowLoaded>
  )
}

type StaffFormProps = Omit<ComponentProps<typeof ProfileForm>, 'own' | 'options' | 'notes' | 'end'> & {
  place: AccountPlace
  organizations: readonly Organization[]
}

/** The profile with the staff-only fields. */
function StaffForm({ place, organizations, ...form }: StaffFormProps) {
  return (
    <ProfileForm
      {...form}
      own={false}
      options={profileOptions(useLocale(), form.details?.data.languages)}
      notes={(parts) => <ProfileNotes {...parts} />}
      end={(parts, touch) =>
        place.kind === 'instructor' && (
          <Suspense fallback={null}>
            <RecruiterFields {...parts} organizations={organizations} onChange={touch} />
          </Suspense>
        )
      }
    />
  )
}

type HomeProps = { organizations: readonly Organization[]; errors: FieldErrors; onChange: () => void }

/** The organization of a new person, if there is a choice. */
function Home({ organizations: [first, ...others], errors, onChange }: HomeProps) {
  const t = useTexts(staffProfileTexts)
  if (!first || others.length === 0) return null
  return (
    <Fields>
      <Suspense fallback={null}>
        <OrganizationField
          name="organization_id"
          label={t('organization')}
          organizations={[first, ...others]}
          first={first}
          error={errors.organization_id}
          onChange={onChange}
        />
      </Suspense>
    </Fields>
  )
}
