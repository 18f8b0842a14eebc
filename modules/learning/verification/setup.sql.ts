import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { newAnswerKey } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PhoneHours } from './methods/phone/hours.shared.ts'
import { type WaiverColumn, type Waivers, waiverColumn, waiversIn } from './waivers.sql.ts'

/** A student's setup for a course. */
export type Setup = {
  student_course_id: number
  organization_id: number
  answer_key: Buffer
  agreed_at: Date | null
  phone: Buffer | null
  phone_proven_at: Date | null
  phone_hours: PhoneHours | null
  waivers: Waivers
  completed_at: Date | null
  passed_at: Date | null
  self_helps: number
  unlock_tries: number
}

const columns = (sql: Ctx['sql']) => sql`
  student_course_id, organization_id, answer_key, agreed_at, phone, phone_proven_at, phone_hours, completed_at,
  passed_at, self_helps, unlock_tries, ${waiverColumn(sql)}`

type SetupRow = Omit<Setup, 'waivers'> & WaiverColumn
const setupOf = (row: SetupRow): Setup => ({ ...row, waivers: waiversIn(row) })

export async function findSetup({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<Setup | null> {
  const [row] = await sql<SetupRow>`
    select ${columns(sql)} from learning.identity_setup where student_course_id = ${student_course_id}`
  return row ? setupOf(row) : null
}

/** The binding of sealed answers and numbers to their course. */
export const sealedFor = ({ student_course_id }: Pick<StudentCourse, 'student_course_id'>): string =>
  `student_course:${student_course_id}`

/** The setup of a course, created if missing. The caller must hold the course's lock. */
export async function openSetup(ctx: Ctx, course: StudentCourse): Promise<Setup> {
  const setup = await findSetup(ctx, course.student_course_id)
  if (setup) return setup
  const { student_course_id, organization_id } = course
  const answer_key = newAnswerKey(ctx, sealedFor(course))
  const [insertedRow] = await ctx.sql<SetupRow>`
    insert into learning.identity_setup ${ctx.sql({ student_course_id, organization_id, answer_key })}
    returning ${columns(ctx.sql)}`
  return setupOf(insertedRow!)
}

export type StoredAnswer = { question_id: number; answer_hash: Buffer }

export const listAnswerHashes = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<StoredAnswer[]> =>
  sql<StoredAnswer>`
    select question_id, answer_hash from learning.identity_answer
    where student_course_id = ${student_course_id} order by question_id`
