import { z } from '#platform/schema.ts'

export const ReportingStateShape = z.object({
  completion_report_id: z.int(),
  student_course_id: z.int(),
  state: z.enum(['pending', 'accepted', 'rejected']),
  agency: z.string(),
  agency_name: z.string(),
  label: z.string(),
  text: z.string(),
  due_at: z.string(),
  accepted_at: z.string().nullable(),
  receipt: z.string().nullable(),
  code: z.string().nullable(),
  agency_message: z.string().nullable(),
  mend: z.object({ who: z.enum(['student', 'staff']), field: z.string(), text: z.string() }).nullable(),
})
