import { subjectOfEnrollment } from '#modules/learning/events.ts'
import { defineEvent } from '#platform/events/define-event.ts'
import type { EventType } from '#platform/events/event-types.ts'
import type { FactEvents } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

const data = z.object({
  completion_report_id: z.int(),
  student_course_id: z.int(),
  user_id: z.int(),
  agency: z.string(),
  state_code: z.string(),
})

const defineReportEvent = (type: EventType, summary: string) =>
  defineEvent({ type, version: 1, summary, needs: 'MANAGE_STUDENTS:READ', data })

const sent = defineReportEvent('completion.sent', 'A completion was sent to its agency, which responds later.')
const accepted = defineReportEvent('completion.accepted', 'An agency accepted a completion.')
const rejected = defineReportEvent(
  'completion.rejected',
  'An agency rejected a completion. Staff correct it and send it again.',
)

type ReportFact = { completion_report_id: number; student_course_id: number }
type Row = { organization_id: number; user_id: number; agency: string; state_code: string }

const eventsOf = (kind: typeof sent): FactEvents<ReportFact> => ({
  becomes: [kind],
  async find(sql, { completion_report_id, student_course_id }) {
    const [row] = await sql<Row>`
      select r.organization_id, sc.user_id, r.agency, r.state_code
      from learning.completion_report r join learning.student_course sc using (student_course_id)
      where r.completion_report_id = ${completion_report_id}`
    const { organization_id, ...details } = row!
    const content = { completion_report_id, student_course_id, ...details }
    return [kind.draft(organization_id, subjectOfEnrollment(student_course_id), content)]
  },
})

export const sentEvents = eventsOf(sent)
export const acceptedEvents = eventsOf(accepted)
export const rejectedEvents = eventsOf(rejected)
