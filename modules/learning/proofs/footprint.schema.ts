import { sheetType } from '#platform/grid/sheet-response.ts'
import { binaryOrJson } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'

const instant = () => z.iso.datetime()
const text = () => z.string().nullable()

const Question = z.object({
  lesson: z.string(),
  question: z.string(),
  answer: z.array(z.string()),
  correct: z.boolean().nullable(),
  answered_at: instant().nullable(),
  comment: text(),
  returned: z.boolean(),
  put_aside: z.boolean(),
})

const Attempt = z.object({
  quiz: z.string(),
  attempt_number: z.int(),
  lk_quiz_attempt_status_id: z.int(),
  started_at: instant(),
  submitted_at: instant().nullable(),
  graded_at: instant().nullable(),
  graded_by: text(),
  comment: text(),
  points: z.number().nullable(),
  total: z.number(),
  threshold: z.number(),
  put_aside: z.boolean(),
  questions: z.array(Question).nullable(),
})

const SeatRange = z.object({
  from_at: instant(),
  to_at: instant(),
  seconds: z.int(),
  lesson: z.string(),
  ended_because: text(),
  from_local: z.string(),
  to_local: z.string(),
})

const Certificate = z.object({
  certificate_number: z.string(),
  version: z.int(),
  student_name: text(),
  because: z.enum(['update', 'reissue']).nullable(),
  reason: text(),
  issued_at: instant(),
  shipped_at: instant().nullable(),
  withdrawn_at: instant().nullable(),
  content_hash: z.string(),
})

const Report = z.object({
  number: z.int(),
  agency: z.string(),
  state_code: z.string(),
  state: z.string(),
  created_at: instant(),
  due_at: instant(),
  accepted_at: instant().nullable(),
  receipt: text(),
  code: text(),
  message: text(),
})

/**
 * The JSON of a footprint: what `footprintJson` writes. Instants are in UTC; `…_local` are in the organization's zone.
 */
export const FootprintShape = z.object({
  made_at: instant(),
  made_by: z.string(),
  reference: z.string(),
  for_staff: z.boolean(),
  student: z.object({
    student_name: z.string(),
    email: z.string(),
    dob: text(),
    organization_name: z.string(),
    brand_color: text(),
    organization_code: z.string(),
    time_zone: z.string(),
    user_id: z.int(),
  }),
  course: z.object({
    student_course_id: z.int(),
    organization_id: z.int(),
    user_id: z.int(),
    course_version_id: z.int(),
    course_website_id: z.int(),
    lk_student_course_status_id: z.int(),
    lk_student_course_status_reason_id: z.int().nullable(),
    current_component_id: z.int().nullable(),
    lk_shipping_type_id: z.int().nullable(),
    audio_ind: z.boolean(),
    purchased_via: text(),
    registered_at: instant().nullable(),
    agreed_at: instant().nullable(),
    started_at: instant().nullable(),
    completed_at: instant().nullable(),
    passed_at: instant().nullable(),
    expires_at: instant().nullable(),
    created_at: instant(),
    course_id: z.int(),
    course_name: z.string(),
  }),
  version: z.object({
    version_number: z.int(),
    published_at: instant().nullable(),
    required_seconds: z.int().nullable(),
  }),
  agreement: z
    .object({ typed: z.string(), text_hash: z.string(), agreed_at: instant(), address: text(), user_agent: text() })
    .nullable(),
  seat_time: z.object({ ranges: z.int(), seconds: z.int(), idle: z.int() }),
  break_seconds: z.int(),
  recorded_seconds: z.int(),
  instruction: z.object({
    required_seconds: z.int(),
    recorded_seconds: z.int(),
    left_out_seconds: z.int(),
    source: text(),
  }),
  lessons: z.array(
    z.object({
      lesson: z.string(),
      is_break: z.boolean(),
      counted: z.boolean(),
      left_out_seconds: z.int(),
      first_opened_at: instant(),
      completed_at: instant().nullable(),
      seconds: z.int(),
      advanced: z.boolean(),
    }),
  ),
  eligibility: z.array(
    z.object({
      at: instant(),
      what: z.enum(['affirmed', 'excluded', 'corrected']),
      violation: text(),
      citations: z.array(z.string()),
      reason: text(),
      by: text(),
    }),
  ),
  identity_checks: z.array(
    z.object({
      at: instant(),
      action: z.string(),
      method: text(),
      result: text(),
      question: text(),
      lock_reason: z.int().nullable(),
      reason: text(),
    }),
  ),
  documents: z.array(
    z.object({
      at: instant(),
      document: z.string(),
      what: z.enum(['uploaded', 'accepted', 'refused']),
      detail: text(),
      by: text(),
    }),
  ),
  attempts: z.array(Attempt),
  lesson_questions: z.array(Question).nullable(),
  status_changes: z.array(
    z.object({
      at: instant(),
      from_status_id: z.int().nullable(),
      to_status_id: z.int(),
      reason: text(),
      by: z.object({ user_id: z.int().nullable(), name: text(), role: z.enum(['student', 'staff']) }).nullable(),
    }),
  ),
  reinstatements: z.array(z.object({ used_at: instant(), action: z.string() })),
  advances: z.array(
    z.object({
      at: instant(),
      component_id: z.int(),
      advanced: z.int(),
      reason: text(),
      by: text(),
      approved_by: text(),
      lesson: z.string(),
    }),
  ),
  certificates: z.array(Certificate),
  reports: z.array(Report),
  report_tries: z.array(
    z.object({
      number: z.int(),
      attempt: z.int(),
      at: instant(),
      outcome: z.string(),
      code: text(),
      receipt: text(),
    }),
  ),
  audit_log: z
    .object({ position: z.int(), hash: z.string(), sealed_at: instant(), waiting: z.int() })
    .nullable()
    .openapi({ description: 'The last sealed event of the organization in the audit log.' }),
  seat_ranges: z.array(SeatRange),
})

/** Declares that an operation returns a footprint in one of its formats. */
export const footprintFile = binaryOrJson(FootprintShape, 'application/pdf', sheetType)
