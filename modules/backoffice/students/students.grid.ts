import { nameColumns } from '#modules/backoffice/people/name-columns.ts'
import { peopleWords } from '#modules/backoffice/people/people.texts.ts'
import { userIdSql, userStatusSql } from '#modules/backoffice/people/person.sql.ts'
import { deleteStudent, restoreUser } from '#modules/backoffice/people/remove-people.ts'
import { statusActions } from '#modules/backoffice/people/status-actions.ts'
import { accountStateOf, findPeople, findPeopleByPhone, identityErrors } from '#modules/identity/index.ts'
import { lk_user_status, userStatus } from '#modules/identity/lookups.shared.ts'
import {
  agencyChoices,
  completeStatuses,
  reportAgencySql,
  reportStateSql,
  reportStates,
  unpaidStatuses,
} from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { statusBadge } from '#modules/learning/student-course/course-status.shared.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { cartItemsSql, fromStudents, isInStatus, lastActivitySql, progressSql } from './students.sql.ts'
import { studentWords as words } from './students.texts.ts'

const courseStatusIcons = Object.fromEntries(
  Object.keys(lk_student_course_status).map((id) => [id, statusBadge(Number(id))]),
)
const statusLabels = Object.entries(lk_student_course_status).map(([id, [en, es]]) => ({ id: Number(id), en, es }))

/** GET /student/fetch and /student/export: one row per student, with the newest course. */
export const students = defineGrid({
  calls: { fetch: 'GET /student/fetch', export: 'GET /student/export' },
  rows: 'students',
  file: 'StudentData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_STUDENTS:READ'),
  clients: 'listStudents',
  from: fromStudents,
  searchText: (sql) => sql`p.search_text`,
  findKeys: findPeople,
  findNamed: findPeopleByPhone,
  order: ['-created_at'],
  key: 'student_id',
  columns: {
    ...nameColumns(words),
    course_name: {
      label: words.course_name,
      kind: 'text',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`v.name`,
      remark: { by: 'purchased_via', text: words.purchased_via_shop },
    },
    course_status: {
      label: words.course_status,
      kind: 'status',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.lk_student_course_status_id`,
      equals: isInStatus,
      choices: lk_student_course_status,
      icons: courseStatusIcons,
    },
    progress: {
      label: words.progress,
      kind: 'number',
      nullable: true,
      needs: 'course',
      sql: progressSql,
      sort: false,
      filter: false,
    },
    last_activity: {
      label: words.last_activity,
      kind: 'instant',
      nullable: true,
      sql: lastActivitySql,
      sort: false,
      filter: false,
    },
    phone_number: { label: words.phone, kind: 'text', phone: true, nullable: true, sql: (sql) => sql`p.phone` },
    loginid: { label: words.loginid, kind: 'text', sql: (sql) => sql`p.loginid`, search: true, shown: 'hidden' },
    code: { label: words.code, kind: 'text', sql: (sql) => sql`p.organization_code`, shown: 'hidden' },
    cart_items: {
      label: words.cart_items,
      kind: 'number',
      sql: cartItemsSql,
      shown: 'hidden',
      sort: false,
      filter: false,
    },
    email: { label: words.email, kind: 'text', sql: (sql) => sql`p.email`, search: true, shown: 'hidden' },
    organization: { label: words.organization, kind: 'text', sql: (sql) => sql`p.organization_name`, shown: 'hidden' },
    dob: { label: words.dob, kind: 'date', nullable: true, sql: (sql) => sql`p.dob`, shown: 'hidden' },
    created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`p.created_at`, shown: 'hidden' },
    group_name: {
      label: words.group_name,
      kind: 'text',
      nullable: true,
      needs: 'assignment',
      sql: (sql) => sql`a.group_name`,
      shown: 'hidden',
    },
    due_on: {
      label: words.due_on,
      kind: 'date',
      nullable: true,
      needs: 'assignment',
      sql: (sql) => sql`a.due_on`,
      shown: 'hidden',
    },
    late: {
      label: words.late,
      kind: 'flag',
      nullable: true,
      needs: 'assignment',
      sql: (sql) => sql`a.late`,
      shown: 'hidden',
    },
    report_state: {
      label: words.report_state,
      kind: 'status',
      nullable: true,
      needs: 'report',
      sql: reportStateSql,
      choices: reportStates,
      shown: 'hidden',
    },
    report_agency: {
      label: words.report_agency,
      kind: 'status',
      nullable: true,
      needs: 'report',
      sql: reportAgencySql,
      choices: agencyChoices,
      shown: 'hidden',
    },
    report_code: {
      label: words.report_code,
      kind: 'text',
      nullable: true,
      needs: 'report',
      sql: (sql) => sql`r.code`,
      shown: 'hidden',
    },
    lk_user_status_id: {
      label: words.user_status,
      kind: 'status',
      sql: userStatusSql,
      choices: lk_user_status,
      shown: 'hidden',
    },
    audio: {
      label: words.audio,
      kind: 'flag',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.audio_ind`,
      shown: 'hidden',
    },
    purchased_via: {
      label: words.purchased_via,
      kind: 'text',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.purchased_via`,
      shown: 'hidden',
    },
    paid_status: {
      label: words.paid,
      kind: 'flag',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.lk_student_course_status_id <> all(${[...unpaidStatuses]}::int[])`,
      shown: 'hidden',
    },
    passed: {
      label: words.passed,
      kind: 'flag',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.lk_student_course_status_id = any(${[...completeStatuses]}::int[])`,
      shown: 'hidden',
    },
    num_certs: {
      label: words.num_certs,
      kind: 'number',
      needs: 'certificates',
      sql: (sql) => sql`k.number`,
      shown: 'hidden',
      sort: false,
      filter: false,
    },
    certificates_sent: {
      label: words.certificates_sent,
      kind: 'flag',
      needs: 'certificates',
      sql: (sql) => sql`(k.number > 0)`,
      shown: 'hidden',
      sort: false,
    },
    student_id: { label: words.student_id, kind: 'number', sql: userIdSql, shown: 'hidden' },
    id: { label: words.student_id, kind: 'number', sql: userIdSql, shown: 'never' },
    user_id: { label: words.student_id, kind: 'number', sql: userIdSql, shown: 'never' },
    status: { label: words.user_status, kind: 'status', sql: userStatusSql, shown: 'never' },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`p.organization_id`,
      shown: 'never',
    },
  },
  narrowings: {
    // The labels of the statuses in both languages.
    label: {
      label: words.label,
      kind: 'text',
      needs: 'course',
      where: (sql, fits) => sql`
        (c.lk_student_course_status_id = any (array(
           select status.id from jsonb_to_recordset(${sql.json(statusLabels)}::jsonb) as status (id int, en text, es text)
           where ${fits(sql`status.en`)} or ${fits(sql`status.es`)})))`,
    },
  },
  links: [
    { label: words.open, may: 'MANAGE_STUDENTS:READ', opens: rowPath('/manage/student/:id', { id: '{key}' }) },
    {
      label: words.view_profile,
      may: 'MANAGE_STUDENTS:READ',
      unless: 'MANAGE_STUDENTS:UPDATE',
      opens: rowPath('/manage/student/:id/account', { id: '{key}' }),
    },
    {
      label: words.edit_profile,
      may: 'MANAGE_STUDENTS:UPDATE',
      opens: rowPath('/manage/student/:id/account', { id: '{key}' }),
    },
    {
      label: words.view_as,
      may: 'CAN_VIEW_AS:READ',
      when: { lk_user_status_id: [userStatus.Active] },
      opens: rowPath('/manage/view-as/:user_id', { user_id: '{key}' }),
    },
    {
      label: words.charge,
      may: 'MANAGE_PAYMENTS:CREATE',
      opens: rowPath('/manage/charge/:userId', { userId: '{key}' }),
    },
  ],
  actions: [
    ...statusActions('MANAGE_STUDENTS:UPDATE', { activate: words.enable, deactivate: words.disable }),
    {
      name: 'remove',
      label: words.remove,
      may: 'MANAGE_STUDENTS:DELETE',
      operation: deleteStudent,
      takes_key: 'student',
      danger: true,
      confirm: { title: peopleWords.removeStudent, text: peopleWords.removeStudentLead },
      undo: { operation: restoreUser, takes_key: 'user_id', stateOf: accountStateOf },
      notOwn: identityErrors.ownRemoval.text,
    },
  ],
})
