import { peopleWords } from '#modules/backoffice/people/people.texts.ts'
import { userIdSql } from '#modules/backoffice/people/person.sql.ts'
import { removeInstructor, restoreUser } from '#modules/backoffice/people/remove-people.ts'
import { statusActions } from '#modules/backoffice/people/status-actions.ts'
import { accountStateOf, identityErrors } from '#modules/identity/index.ts'
import { userStatus } from '#modules/identity/lookups.shared.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { staffWords as words } from './staff.texts.ts'
import { fromSupportStaff, staffColumns } from './staff-columns.ts'

/** GET /supportStaff/fetch and /supportStaff/export. Support staff are managed with the permissions for instructors. */
export const supportStaff = defineGrid({
  calls: { fetch: 'GET /supportStaff/fetch', export: 'GET /supportStaff/export' },
  cursor: 'afterId',
  added: ['fetch', 'export'],
  rows: 'supportStaff',
  file: 'SupportStaffData.xlsx',
  title: words.supportStaff,
  empty: words.noSupportStaff,
  may: staff('MANAGE_INSTRUCTORS:READ'),
  from: fromSupportStaff,
  order: ['-updated_at'],
  key: 'user_id',
  columns: {
    ...staffColumns,
    user_id: { label: words.support_id, kind: 'number', sql: userIdSql, shown: 'hidden' },
  },
  links: [
    {
      label: words.view_profile,
      may: 'MANAGE_INSTRUCTORS:READ',
      unless: 'MANAGE_INSTRUCTORS:UPDATE',
      opens: rowPath('/manage/support/:id/account', { id: '{key}' }),
    },
    {
      label: words.edit_profile,
      may: 'MANAGE_INSTRUCTORS:UPDATE',
      opens: rowPath('/manage/support/:id/account', { id: '{key}' }),
    },
    {
      label: words.view_as,
      may: 'CAN_VIEW_AS:READ',
      when: { lk_user_status_id: [userStatus.Active] },
      opens: rowPath('/manage/view-as/:user_id', { user_id: '{key}' }),
    },
  ],
  actions: [
    ...statusActions('MANAGE_INSTRUCTORS:UPDATE', words),
    {
      name: 'remove',
      label: words.remove_user,
      may: 'MANAGE_INSTRUCTORS:DELETE',
      operation: removeInstructor,
      takes_key: 'instructor_id',
      danger: true,
      confirm: { title: peopleWords.removeSupport, text: peopleWords.removeSupportLead },
      undo: { operation: restoreUser, takes_key: 'user_id', stateOf: accountStateOf },
      notOwn: identityErrors.ownRemoval.text,
    },
  ],
})
