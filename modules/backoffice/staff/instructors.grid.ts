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
import { fromInstructors, staffColumns } from './staff-columns.ts'

/** GET /instructor/fetch and /instructor/export. */
export const instructors = defineGrid({
  calls: { fetch: 'GET /instructor/fetch', export: 'GET /instructor/export' },
  cursor: 'afterId',
  rows: 'instructors',
  file: 'InstructorData.xlsx',
  title: words.instructors,
  empty: words.noInstructors,
  may: staff('MANAGE_INSTRUCTORS:READ'),
  from: fromInstructors,
  order: ['-updated_at'],
  key: 'instructor_id',
  columns: {
    ...staffColumns,
    dob: { label: words.dob, kind: 'date', nullable: true, sql: (sql) => sql`p.dob` },
    instructor_id: { label: words.instructor_id, kind: 'number', sql: userIdSql, shown: 'hidden' },
    user_id: { label: words.instructor_id, kind: 'number', sql: userIdSql, shown: 'never' },
  },
  links: [
    {
      label: words.view_profile,
      may: 'MANAGE_INSTRUCTORS:READ',
      unless: 'MANAGE_INSTRUCTORS:UPDATE',
      opens: rowPath('/manage/instructor/:id/account', { id: '{key}' }),
    },
    {
      label: words.edit_profile,
      may: 'MANAGE_INSTRUCTORS:UPDATE',
      opens: rowPath('/manage/instructor/:id/account', { id: '{key}' }),
    },
    {
      label: words.courses,
      may: 'MANAGE_COURSES:READ',
      opens: rowPath('/manage/instructor/:id/courses', { id: '{key}' }),
    },
    // The product asks for this key on rows of instructors; the view itself asks for CAN_VIEW_AS:READ as well.
    {
      label: words.view_as,
      may: 'MANAGE_INSTRUCTORS:DELETE',
      when: { lk_user_status_id: [userStatus.Active] },
      opens: rowPath('/manage/view-as/:user_id', { user_id: '{key}' }),
    },
  ],
  actions: [
    ...statusActions('MANAGE_INSTRUCTORS:UPDATE', words),
    {
      name: 'remove',
      label: words.remove_instructor,
      may: 'MANAGE_INSTRUCTORS:DELETE',
      operation: removeInstructor,
      takes_key: 'instructor_id',
      danger: true,
      confirm: { title: peopleWords.removeInstructor, text: peopleWords.removeInstructorLead },
      undo: { operation: restoreUser, takes_key: 'user_id', stateOf: accountStateOf },
      notOwn: identityErrors.ownRemoval.text,
    },
  ],
})
