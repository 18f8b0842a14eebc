import { useState } from 'react'
import { showName } from '#modules/identity/account/show-name.ts'
import type { UserDetails } from '#modules/identity/account/user-details.ts'
import { callApi } from '#platform/ui/api.ts'
import { island } from '#platform/ui/island.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { ProfileOptions } from './profile-options.shared.ts'
import type { RefusedForm } from './profile-parts.ts'
import { updateProfile } from './save-profile.ts'

type Props = { first: UserDetails; options: ProfileOptions; refused: RefusedForm }

/** The caller's own profile. */
export default island('identity/own-general', { when: 'load' }, OwnGeneral)

function OwnGeneral({ first, options, refused }: Props) {
  const [details, setDetails] = useState(first)
  const { user_id } = first.data.user
  const reload = async () => {
    const response = await callApi((api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
    if (response.ok) setDetails(response.data)
  }
  const onSaved = async (_saved: unknown, name: string) => {
    showName(user_id, name)
    await reload()
  }
  return (
    <ProfileForm
      own
      details={details}
      options={options}
      refused={refused}
      save={updateProfile(details)}
      onSaved={onSaved}
      reload={reload}
    />
  )
}
