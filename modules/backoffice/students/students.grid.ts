import { defineGrid } from '../../../platform/grid/grid.ts'
import { lookups } from '../../../platform/lookups.ts'
import { staff } from '../../../platform/permissions.ts'
import { activateUser, deactivateUser } from '../people/user-status.ts'
import { passedStatuses, unpaidStatuses } from './course-states.ts'
import { cartItemsSql, certificatesSql, fromStudents, progressSql } from './students.sql.ts'
import { studentWords as words } from './students.texts.ts'

/** GET /student/fetch and /student/export: one row a student, with their newest course. */
export const students = defineGrid({
  calls: { fetch: 'GET /student/fetch', export: 'GET /student/export' },
  rows: 'students',
  file: 'StudentData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_STUDENTS:READ'),
  from: fromStudents,
  order: ['-created_at'],
  key: 'student_id',
  columns: {
    loginid: { label: words.loginid, kind: 'text', sql: (sql) => sql`p.loginid`, search: true },
    first_name: { label: words.first_name, kind: 'text', sql: (sql) => sql`p.first_name`, search: true },
    last_name: { label: words.last_name, kind: 'text', sql: (sql) => sql`p.last_name`, search: true },
    code: { label: words.code, kind: 'text', sql: (sql) => sql`p.organization_code` },
    cart_items: { label: words.cart_items, kind: 'number', sql: cartItemsSql, shown: 'hidden', sort: false, filter: false },
    email: { label: words.email, kind: 'text', sql: (sql) => sql`p.email`, search: true },
    organization: { label: words.organization, kind: 'text', sql: (sql) => sql`p.organization_name` },
    course_name: {
      label: words.course_name,
      kind: 'text',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.course_name`,
      remark: { by: 'purchased_via', text: words.purchased_via_shop },
    },
    dob: { label: words.dob, kind: 'date', nullable: true, sql: (sql) => sql`p.dob` },
    created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`p.created_at` },
    course_status: {
      label: words.course_status,
      kind: 'status',
      nullable: true,
      needs: 'course',
      sql: (sql) => sql`c.lk_student_course_status_id`,
      choices: lookups.lk_student_course_status,
    },
    lk_user_status_id: {
      label: words.user_status,
      kind: 'status',
      sql: (sql) => sql`p.lk_user_status_id`,
      choices: lookups.lk_user_status,
    },
    phone_number: { label: words.phone, kind: 'text', nullable: true, sql: (sql) => sql`p.phone` },
    audio: { label: words.audio, kind: 'flag', nullable: true, needs: 'course', sql: (sql) => sql`c.audio_ind` },
    progress: { label: words.progress, kind: 'number', nullable: true, needs: 'course', sql: progressSql, shown: 'hidden', sort: false, filter: false },
    purchased_via: { label: words.purchased_via, kind: 'text', nullable: true, needs: 'course', sql: (sql) => sql`c.purchased_via`, shown: 'hidden' },
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
      sql: (sql) => sql`c.lk_student_course_status_id = any(${[...passedStatuses]}::int[])`,
      shown: 'hidden',
    },
    num_certs: { label: words.num_certs, kind: 'number', sql: certificatesSql, shown: 'hidden', sort: false, filter: false },
    certificates_sent: {
      label: words.certificates_sent,
      kind: 'flag',
      sql: (sql) => sql`(${certificatesSql(sql)} > 0)`,
      shown: 'hidden',
      sort: false,
    },
    student_id: { label: words.student_id, kind: 'number', sql: (sql) => sql`p.user_id`, shown: 'hidden' },
    id: { label: words.student_id, kind: 'number', sql: (sql) => sql`p.user_id`, shown: 'never' },
    user_id: { label: words.student_id, kind: 'number', sql: (sql) => sql`p.user_id`, shown: 'never' },
    status: { label: words.user_status, kind: 'status', sql: (sql) => sql`p.lk_user_status_id`, shown: 'never' },
    organization_id: { label: words.organization, kind: 'number', sql: (sql) => sql`p.organization_id`, shown: 'never' },
  },
  actions: [
    {
      name: 'activate',
      label: words.enable,
      may: 'MANAGE_STUDENTS:UPDATE',
      when: { lk_user_status_id: [2] },
      operation: activateUser,
      takes_key: 'user_id',
    },
    {
      name: 'deactivate',
      label: words.disable,
      may: 'MANAGE_STUDENTS:UPDATE',
      when: { lk_user_status_id: [1] },
      operation: deactivateUser,
      takes_key: 'user_id',
    },
  ],
})
