import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import type { UserDetails } from '#modules/identity/account/user-details.ts'
import type { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import type { ApiResponse } from '#platform/ui/api.ts'
import type { ProfileInput } from './profile-input.shared.ts'

type Call = ReturnType<typeof useProvedApi>['call']
export type SavedProfile = { data: { user_id: number }; warning?: string | null }
/** Submits the form with the call that fits its person. */
export type SaveProfile = (call: Call, input: ProfileInput) => Promise<ApiResponse<SavedProfile>>

const quietOptions = { quiet: true }

/** Changes the profile of the person in `details`. */
export const updateProfile =
  ({ data: { user } }: UserDetails): SaveProfile =>
  (call, input) => {
    const body = { ...input, user_id: user.user_id, updated_at: user.updated_at }
    return call((api) => api.PUT('/user/saveUserInformation/', { body }), quietOptions)
  }

/** Creates a person of a kind. */
export const createPerson =
  (kind: AccountPlace['kind']): SaveProfile =>
  (call, body) => {
    if (kind === 'student') return call((api) => api.POST('/user/student/', { body }), quietOptions)
    if (kind === 'instructor') return call((api) => api.POST('/user/instructor/', { body }), quietOptions)
    if (kind === 'support') return call((api) => api.POST('/user/support/', { body }), quietOptions)
    return call((api) => api.POST('/user/administrator/', { body }), quietOptions)
  }
