import { erasedAddress } from '#platform/personal-data/erased-address.ts'
import type { Owner, OwnerColumn, PersonalTable } from '#platform/personal-data/personal-table.ts'

const user = { column: 'user_id' } as const
const courses: Owner = { table: 'learning.student_course', key: 'student_course_id', whose: user }
const course: OwnerColumn = { column: 'student_course_id', in: courses }
const by = (table: string, key: string): OwnerColumn => ({ column: key, in: { table, key, whose: course } })

const law = { keep: 'the record of a course that agencies may ask for, for five years' } as const
/** Rows with these courses stay. */
const proven = ['learning.student_certificate', 'learning.completion_report'].map(
  (table): Owner => ({ table, key: 'student_course_id', whose: { column: 'student_course_id' } }),
)
const unlessProven = { deleteUnless: proven, why: law.keep } as const
const nowhere = { address: null, user_agent: null } as const

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  { table: 'learning.course_assignment', whose: course, erase: 'delete' },
  { table: 'learning.external_enrollment', whose: course, erase: 'delete' },
  { table: 'learning.driver_license', whose: user, erase: 'delete' },
  { table: 'learning.extra_time', whose: user, secret: ['reason'], erase: 'delete' },
  { table: 'learning.seat_lease', whose: user, erase: 'delete' },
  { table: 'learning.course_review', whose: user, erase: 'delete' },
  { table: 'learning.phone_code', whose: course, secret: ['number_hash', 'code_hash', 'reference'], erase: 'delete' },
  { table: 'learning.device_challenge', whose: course, secret: ['challenge_hash'], erase: 'delete' },
  {
    table: 'learning.course_device',
    whose: course,
    secret: ['credential_id', 'public_key'],
    heldAs: 'identity',
    erase: 'delete',
  },
  { table: 'learning.identity_answer', whose: course, secret: ['answer_hash'], heldAs: 'identity', erase: 'delete' },
  { table: 'learning.typing_sample', whose: course, heldAs: 'identity', erase: 'delete' },
  { table: 'learning.identity_waiver', whose: course, secret: ['user_id', 'reason'], erase: law },
  { table: 'learning.identity_try', whose: course, secret: ['score', 'threshold', 'detail'], erase: law },
  { table: 'learning.identity_appeal', whose: course, erase: law },
  {
    table: 'learning.identity_check',
    whose: course,
    secret: ['tasks', 'answer_hash'],
    heldAs: 'identity',
    erase: { set: nowhere, why: law.keep },
  },
  {
    table: 'learning.identity_setup',
    whose: course,
    secret: ['answer_key', 'phone'],
    heldAs: 'identity',
    erase: { set: { phone: null, phone_hours: null, agreed_address: null }, why: law.keep },
  },
  { table: 'learning.held_erasure', whose: user, erase: { keep: 'when the rest of an erasure follows' } },
  { table: 'learning.calendar_link', whose: user, secret: ['seed', 'token_hash'], erase: 'delete' },
  { table: 'learning.completion_link', whose: course, secret: ['seed', 'token_hash'], erase: 'delete' },
  {
    table: 'learning.registration_document',
    whose: course,
    files: ['file_key'],
    heldAs: 'records',
    erase: unlessProven,
  },
  { table: 'learning.registration_answer', whose: course, heldAs: 'records', erase: unlessProven },
  { table: 'learning.registration', whose: course, erase: law },
  { table: 'learning.eligibility_event', whose: course, secret: ['reason'], erase: law },
  { table: 'learning.agreement', whose: course, erase: law },
  { table: 'learning.inline_answer', whose: course, secret: ['correct'], erase: law },
  {
    table: 'learning.quiz_answer',
    whose: by('learning.quiz_attempt', 'quiz_attempt_id'),
    secret: ['correct'],
    erase: law,
  },
  { table: 'learning.returned_answer', whose: by('learning.quiz_attempt', 'quiz_attempt_id'), erase: law },
  { table: 'learning.quiz_retake_payment', whose: course, erase: law },
  { table: 'learning.quiz_attempt', whose: course, erase: law },
  { table: 'learning.submission', whose: course, erase: law },
  {
    table: 'learning.external_exam',
    whose: course,
    secret: ['launch_url', 'reference', 'remarks', 'review_note'],
    erase: law,
  },
  { table: 'learning.watched_video', whose: by('learning.student_progress', 'student_progress_id'), erase: law },
  { table: 'learning.student_progress', whose: course, erase: law },
  { table: 'learning.seat_range', whose: user, erase: law },
  { table: 'learning.course_advance', whose: course, secret: ['reason'], erase: law },
  { table: 'learning.course_extension', whose: course, secret: ['reason'], erase: law },
  { table: 'learning.course_reinstatement', whose: course, erase: law },
  { table: 'learning.student_course_status_change', whose: course, secret: ['reason'], erase: law },
  { table: 'learning.certificate_request', whose: course, secret: ['reason'], erase: law },
  { table: 'learning.certificate_reservation', whose: course, erase: law },
  { table: 'learning.certificate_stock_number', whose: course, secret: ['void_reason'], erase: law },
  {
    table: 'learning.certificate_mail',
    whose: by('learning.student_certificate', 'student_certificate_id'),
    erase: { set: { email: erasedAddress }, why: law.keep },
  },
  {
    table: 'learning.completion_report_answer',
    whose: by('learning.completion_report', 'completion_report_id'),
    erase: law,
  },
  { table: 'learning.completion_report', whose: course, erase: law },
  { table: 'learning.student_certificate', whose: user, erase: law },
  { table: 'learning.student_course', whose: user, erase: law },
]
