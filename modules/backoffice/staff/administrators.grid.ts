import { peopleWords } from '#modules/backoffice/people/people.texts.ts'
import { userIdSql, userStatusSql } from '#modules/backoffice/people/person.sql.ts'
import { removeAdministrator, restoreUser } from '#modules/backoffice/people/remove-people.ts'
import { statusActions } from '#modules/backoffice/people/status-actions.ts'
import { accountStateOf, identityErrors } from '#modules/identity/index.ts'
import { lk_user_status, userStatus } from '#modules/identity/lookups.shared.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { staffWords as words } from './staff.texts.ts'
import { fromAdministrators, staffColumns } from './staff-columns.ts'

/** GET /administrator/fetch and /administrator/export. */
export const administrators = defineGrid({
  calls: { fetch: 'GET /administrator/fetch', export: 'GET /administrator/export' },
  cursor: 'afterId',
  rows: 'administrators',
  file: 'AdministratorData.xlsx',
  title: words.administrators,
  empty: words.noAdministrators,
  may: staff('MANAGE_ADMIN:READ'),
  from: fromAdministrators,
  order: ['-updated_at'],
  key: 'administrator_id',
  columns: {
    ...staffColumns,
    administrator_id: {
      label: words.administrator_id,
      kind: 'number',
      sql: userIdSql,
      shown: 'hidden',
    },
    admin_id: { label: words.administrator_id, kind: 'number', sql: userIdSql, shown: 'never' },
    user_id: { label: words.administrator_id, kind: 'number', sql: userIdSql, shown: 'never' },
    user_status: {
      label: words.user_status,
      kind: 'status',
      sql: userStatusSql,
      choices: lk_user_status,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.edit_user,
      may: 'MANAGE_ADMIN:UPDATE',
      opens: rowPath('/manage/administrator/:id/account', { id: '{key}' }),
    },
    {
      label: words.view_as,
      may: 'CAN_VIEW_AS:READ',
      when: { lk_user_status_id: [userStatus.Active] },
      opens: rowPath('/manage/view-as/:user_id', { user_id: '{key}' }),
    },
  ],
  actions: [
    ...statusActions('MANAGE_ADMIN:UPDATE', words),
    {
      name: 'remove',
      label: words.remove_user,
      may: 'MANAGE_ADMIN:DELETE',
      operation: removeAdministrator,
      takes_key: 'admin_id',
      danger: true,
      confirm: { title: peopleWords.removeAdministrator, text: peopleWords.removeAdministratorLead },
      undo: { operation: restoreUser, takes_key: 'user_id', stateOf: accountStateOf },
      notOwn: identityErrors.ownRemoval.text,
    },
  ],
})
