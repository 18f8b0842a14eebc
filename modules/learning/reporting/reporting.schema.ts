import { z } from '#platform/schema.ts'

const Duty = z.object({
  completion_report_id: z.int(),
  state: z.enum(['pending', 'sent', 'waiting', 'watched', 'accepted', 'rejected']),
  agency: z.string(),
  agency_name: z.string(),
  label: z.string(),
  text: z.string(),
  due_at: z.string(),
  accepted_at: z.string().nullable(),
  steps: z.array(
    z.object({ step: z.enum(['completed', 'checked', 'sent', 'accepted', 'posted']), at: z.string().nullable() }),
  ),
  unanswered: z.boolean(),
  acts: z.enum(['student', 'school', 'agency']).nullable(),
  receipt: z.string().nullable(),
  certificate_number: z.string().nullable(),
  code: z.string().nullable(),
  agency_message: z.string().nullable(),
  mend: z.object({ who: z.enum(['student', 'staff']), field: z.string(), text: z.string() }).nullable(),
})

export const ReportingStateShape = Duty.extend({
  student_course_id: z.int(),
  state: z.enum(['pending', 'accepted', 'rejected']),
  duties: z.array(Duty),
})
