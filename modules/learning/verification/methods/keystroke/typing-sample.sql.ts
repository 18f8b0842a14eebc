import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { sealedFor } from '#modules/learning/verification/setup.sql.ts'
import type { Timings } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

type Course = Pick<StudentCourse, 'student_course_id' | 'organization_id'>
const sealBinding = (course: Pick<StudentCourse, 'student_course_id'>) => `typing:${sealedFor(course)}`

export async function insertSample(ctx: Ctx, course: Course, timings: Timings, enrolled_ind: boolean): Promise<void> {
  const { student_course_id, organization_id } = course
  const ciphertext = ctx.use(sealPort).seal(Buffer.from(JSON.stringify(timings)), sealBinding(course))
  await ctx.sql`
    insert into learning.typing_sample ${ctx.sql({ student_course_id, organization_id, enrolled_ind, timings: ciphertext })}`
}

/** The number of earlier samples compared with a new one, which bounds a check's memory and time. */
const maxCompared = 50

export type StoredSample = { enrolled_ind: boolean; timings: Timings }

/** The profile's samples, then the latest samples of checks. */
export async function listSamples(ctx: Ctx, course: Pick<StudentCourse, 'student_course_id'>): Promise<StoredSample[]> {
  const rows = await ctx.sql<{ enrolled_ind: boolean; timings: Buffer }>`
    select enrolled_ind, timings from learning.typing_sample
    where student_course_id = ${course.student_course_id}
    order by enrolled_ind desc, typing_sample_id desc limit ${maxCompared}`
  return rows.map(({ enrolled_ind, timings }) => ({
    enrolled_ind,
    timings: JSON.parse(ctx.use(sealPort).open(timings, sealBinding(course)).toString()) as Timings,
  }))
}

export async function countEnrolled({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from learning.typing_sample
    where student_course_id = ${student_course_id} and enrolled_ind`
  return row!.n
}

/** Starts a new profile for a repeated setup; old samples stay for detecting copies. */
export const clearProfile = ({ sql }: Ctx, student_course_id: number) => sql`
  update learning.typing_sample set enrolled_ind = false where student_course_id = ${student_course_id} and enrolled_ind`
