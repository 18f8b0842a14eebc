import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { accountStateOf } from '#modules/identity/index.ts'
import { userStatus } from '#modules/identity/lookups.shared.ts'
import type { RowAction } from '#platform/grid/row-action.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import type { Text } from '#platform/texts.ts'
import { activateUser, deactivateUser } from './activate-users.ts'
import { peopleWords } from './people.texts.ts'

type Labels = { readonly activate: Text; readonly deactivate: Text }

/**
 * Actions to enable and disable an account in a row: the same in the lists of students, instructors and administrators.
 */
export const statusActions = (may: PermissionKey, { activate, deactivate }: Labels): RowAction[] => [
  {
    name: 'activate',
    label: activate,
    may,
    when: { lk_user_status_id: [userStatus.Disabled] },
    operation: activateUser,
    takes_key: 'user_id',
  },
  {
    name: 'deactivate',
    label: deactivate,
    may,
    when: { lk_user_status_id: [userStatus.Active, userStatus.NotVerified] },
    operation: deactivateUser,
    takes_key: 'user_id',
    confirm: { title: peopleWords.disableTitle, text: peopleWords.disableLead },
    reason: { field: 'reason', label: peopleWords.disableReason },
    undo: { operation: activateUser, takes_key: 'user_id', stateOf: accountStateOf },
    notOwn: backofficeErrors.ownStatus.text,
  },
]
