import { findExam, listAllExams } from '#modules/learning/progress/exam.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { staffOfExam } from './staff-of-exam.ts'

const instant = z.string().nullable()
const Session = z.object({
  external_exam_id: z.number(),
  kind: z.string(),
  state: z.string(),
  provider: z.string(),
  score: z.number().nullable(),
  exam_passed: z.boolean().nullable(),
  remarks: z.array(
    z.object({
      comment: z.string(),
      status: z.string(),
      start: z.number().nullable(),
      stop: z.number().nullable(),
    }),
  ),
  created_at: z.string(),
  started_at: instant,
  finished_at: instant,
  decided_at: instant,
  cleared_at: instant,
  reviewed_at: instant,
  accepted: z.boolean().nullable(),
  review_note: z.string().nullable(),
})

export const courseExams = operation({
  call: 'GET /externalProvider/exams',
  summary: "The external exams of a session's course: each session with the proctor's notes and the decision of staff",
  added: true,
  may: staffOfExam('MANAGE_STUDENTS:READ'),
  takes: z.object({ external_exam_id: id() }),
  gives: z.object({
    student_course_id: z.number(),
    user_id: z.number(),
    course_name: z.string(),
    sessions: z.array(Session),
  }),
  async run(ctx, { external_exam_id }) {
    const { student_course_id } = (await findExam(ctx, external_exam_id))!
    const { user_id, course_name } = await selectStudentCourse(ctx, student_course_id)
    const exams = await listAllExams(ctx, student_course_id)
    const sessions = exams.map((exam) => ({
      ...exam,
      created_at: exam.created_at.toISOString(),
      started_at: iso(exam.started_at),
      finished_at: iso(exam.finished_at),
      decided_at: iso(exam.decided_at),
      cleared_at: iso(exam.cleared_at),
      reviewed_at: iso(exam.reviewed_at),
    }))
    return { student_course_id, user_id, course_name, sessions }
  },
})

const iso = (instant: Date | null) => instant?.toISOString() ?? null
