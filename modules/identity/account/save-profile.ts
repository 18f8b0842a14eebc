import type { useProvedApi } from '../sessions/prove-dialog.tsx'
import type { AccountPlace } from './account-place.shared.ts'
import type { ProfileInput } from './profile-input.shared.ts'
import type { UserDetails } from './user-details.ts'

type Call = ReturnType<typeof useProvedApi>['call']

/** Saves the profile of a person, or makes a new one of the kind that the place names. */
export function saveProfile(call: Call, place: AccountPlace, input: ProfileInput, before: UserDetails | null) {
  const { user_id, kind } = place
  if (user_id === null) return createPerson(call, kind, input)
  const body = { ...input, user_id, updated_at: before?.data.user.updated_at ?? null }
  return call((api) => api.PUT('/user/saveUserInformation/', { body }), { quiet: true })
}

function createPerson(call: Call, kind: AccountPlace['kind'], input: ProfileInput) {
  const body = input
  const quiet = { quiet: true }
  if (kind === 'student') return call((api) => api.POST('/user/student/', { body }), quiet)
  if (kind === 'instructor') return call((api) => api.POST('/user/instructor/', { body }), quiet)
  if (kind === 'support') return call((api) => api.POST('/user/support/', { body }), quiet)
  return call((api) => api.POST('/user/administrator/', { body }), quiet)
}
