import type { Sql } from '#platform/db/sql.ts'
import { type AnyEvent, defineEvent, type EventDraft } from '#platform/events/define-event.ts'
import type { EventType } from '#platform/events/event-types.ts'
import type { FactEvents } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

const enrollment = { student_course_id: z.int(), user_id: z.int(), course_id: z.int() }

/** An event about an enrollment; `more` has the fields other than its ids. */
export const ofEnrollment = (type: EventType, summary: string, details: z.ZodRawShape = {}): AnyEvent =>
  defineEvent({
    type,
    version: 1,
    summary,
    needs: 'MANAGE_STUDENTS:READ',
    data: z.object({ ...enrollment, ...details }),
  })

type EnrollmentRow = {
  organization_id: number
  lk_student_course_status_reason_id: number | null
  user_id: number
  course_id: number
}

export const subjectOfEnrollment = (student_course_id: number) => `student_course:${student_course_id}`

/** The event of an enrollment. Fields that its type does not have are left out. */
export async function enrollmentDraft(
  sql: Sql,
  kind: AnyEvent,
  { student_course_id, ...more }: { student_course_id: number } & Record<string, unknown>,
): Promise<EventDraft> {
  const [row] = await sql<EnrollmentRow>`
    select sc.organization_id, sc.lk_student_course_status_reason_id, sc.user_id, v.course_id
    from learning.student_course sc join catalogue.v_course_version v using (course_version_id)
    where sc.student_course_id = ${student_course_id}`
  const { organization_id, ...about } = row!
  const subject = subjectOfEnrollment(student_course_id)
  return { kind, organization_id, subject, data: kind.data.parse({ student_course_id, ...about, ...more }) }
}

/** A fact about an enrollment that always becomes this event; its data has the fields other than the ids. */
const becomes = <T extends { student_course_id: number }>(kind: AnyEvent): FactEvents<T> => ({
  becomes: [kind],
  find: async (sql, data) => [await enrollmentDraft(sql, kind, data)],
})

type Enrolled = { student_course_id: number }
const expires_at = z.iso.datetime()

export const enrolledEvents = becomes<Enrolled>(
  ofEnrollment('enrollment.created', 'A student was enrolled in a course.'),
)
export const extensionEvents = becomes<Enrolled & { extended_to: string }>(
  ofEnrollment('enrollment.extended', 'Staff gave a student more time.', { extended_to: z.iso.datetime() }),
)
export const expiryEvents = becomes<Enrolled & { expires_at: string }>(
  ofEnrollment('enrollment.expires_soon', 'A course ends soon and is not finished.', { expires_at }),
)
export const dueEvents = becomes<Enrolled & { due_on: string; days: 1 | 7 }>(
  ofEnrollment('enrollment.due_soon', 'The due date of an unfinished course is a week or a day away.', {
    due_on: z.iso.date(),
    days: z.literal([1, 7]),
  }),
)
export const overdueEvents = becomes<Enrolled & { due_on: string }>(
  ofEnrollment('enrollment.overdue', 'The due date of an unfinished course has passed.', { due_on: z.iso.date() }),
)
export const progressEvents = becomes<Enrolled & { percent: 25 | 50 | 75 }>(
  ofEnrollment('course.progressed', 'A student reached 25, 50 or 75 percent of a course.', {
    percent: z.literal([25, 50, 75]),
  }),
)
export const passedEvents = becomes<Enrolled>(
  ofEnrollment('course.passed', 'A student passed a course. Certificate and report follow.'),
)
export const failedCheckEvents = becomes<Enrolled & { locks: boolean }>(
  ofEnrollment('check.failed', 'A student failed an identity check.', { locks: z.boolean() }),
)
