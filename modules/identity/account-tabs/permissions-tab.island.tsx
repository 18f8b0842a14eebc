import { type AccountPlace, accountKinds } from '#modules/identity/account/account-place.shared.ts'
import { PermissionMatrix } from '#modules/identity/permission-management/permission-matrix.tsx'
import { island } from '#platform/ui/island.tsx'

/** The permissions of a member of staff. */
export default island('identity/permissions-tab', { when: 'load' }, PermissionsTab)

function PermissionsTab({ place }: { place: AccountPlace }) {
  return <PermissionMatrix user_id={place.user_id ?? 0} lk_user_role_id={accountKinds[place.kind]} />
}
