import { island } from '../../../platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '../../../platform/ui/loaded.tsx'
import type { AccountPlace } from './account-place.shared.ts'
import { AvatarField } from './avatar-field.tsx'
import { CopyUserLink } from './copy-user-link.tsx'
import { GeneralShape, RiskLine } from './general-parts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useOrganizations } from './use-organizations.ts'
import type { UserDetails } from './user-details.ts'

type Props = { place: AccountPlace; first: UserDetails | null }

/** Avatar and profile of a person, or the form that makes a new one. */
export default island('identity/general-tab', { when: 'load' }, GeneralTab)

function GeneralTab({ place, first }: Props) {
  if (place.user_id === null) return <NewPerson place={place} />
  return <SavedPerson place={place} user_id={place.user_id} first={first} />
}

const NewPerson = ({ place }: { place: AccountPlace }) => (
  <ProfileForm place={place} details={null} organizations={useOrganizations(true)} onSaved={async () => {}} />
)

function SavedPerson({ place, user_id, first }: Props & { user_id: number }) {
  const organizations = useOrganizations(place.kind === 'instructor' && !place.own)
  const loaded = useLoaded(first, (api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
  return (
    <ShowLoaded loaded={loaded} shape={<GeneralShape />}>
      {(details) => (
        <div className="grid gap-6">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <AvatarField user={details.data.user} may={details.can.update} onChange={loaded.reload} />
            {place.own && <CopyUserLink place={place} />}
          </div>
          <RiskLine risk={details.data.risk} />
          <ProfileForm place={place} details={details} organizations={organizations} onSaved={loaded.reload} />
        </div>
      )}
    </ShowLoaded>
  )
}
