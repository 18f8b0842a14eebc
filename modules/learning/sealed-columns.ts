import type { SealedColumn } from '#platform/sealed-column.ts'

const setup = { table: 'learning.identity_setup', key: ['student_course_id'] } as const
const certificate = {
  table: 'learning.student_certificate',
  key: ['student_certificate_id'],
  with: ['certificate_number'],
  json: true,
  binding: ({ certificate_number }) => `certificate:${certificate_number}`,
  by: 'modules/learning/certificates/sealed-license.ts',
} satisfies Omit<SealedColumn, 'column'>
const report = {
  table: 'learning.completion_report',
  key: ['completion_report_id'],
  with: ['student_course_id'],
  json: true,
  binding: ({ student_course_id }) => `completion_report:${student_course_id}`,
  by: 'modules/learning/reporting/report.sql.ts',
} satisfies Omit<SealedColumn, 'column'>

export const sealedColumns: readonly SealedColumn[] = [
  { ...certificate, column: 'model' },
  { ...certificate, column: 'corrections' },
  { ...report, column: 'record' },
  { ...report, column: 'corrections' },
  {
    table: 'learning.agency_file',
    key: ['agency_file_id'],
    with: ['organization_id', 'agency', 'number'],
    column: 'content',
    binding: ({ organization_id, agency, number }) => `agency_file:${organization_id}:${agency}:${number}`,
    by: 'modules/learning/reporting/accounts/agency-file.sql.ts',
  },
  {
    table: 'learning.agency_account',
    key: ['organization_id', 'agency'],
    column: 'secrets',
    json: true,
    binding: ({ organization_id, agency }) => `agency_account:${organization_id}:${agency}`,
    by: 'modules/learning/reporting/accounts/account.sql.ts',
  },
  {
    table: 'learning.registration_answer',
    key: ['student_course_id', 'question_id'],
    column: 'personal_answer',
    json: true,
    binding: ({ student_course_id, question_id }) => `registration:${student_course_id}:${question_id}`,
    by: 'modules/learning/questions/registration-answer.sql.ts',
  },
  {
    table: 'learning.driver_license',
    key: ['user_id'],
    column: 'license_number',
    json: true,
    binding: ({ user_id }) => `driver_license:${user_id}`,
    by: 'modules/learning/questions/driver-license.sql.ts',
  },
  {
    ...setup,
    column: 'answer_key',
    binding: ({ student_course_id }) => `secret-answers:student_course:${student_course_id}`,
    by: 'modules/security/answers/secret-answer.ts',
  },
  {
    ...setup,
    column: 'phone',
    binding: ({ student_course_id }) => `phone:student_course:${student_course_id}`,
    by: 'modules/learning/verification/methods/phone/phone-number.ts',
  },
  {
    table: 'learning.typing_sample',
    key: ['typing_sample_id'],
    with: ['student_course_id'],
    column: 'timings',
    binding: ({ student_course_id }) => `typing:student_course:${student_course_id}`,
    by: 'modules/learning/verification/methods/keystroke/typing-sample.sql.ts',
  },
]
