import type { CreatedKey } from '#modules/identity/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The public key of the device set up for one course; we never have the private key. */
export type CourseDevice = {
  student_course_id: number
  credential_id: Buffer
  public_key: Buffer
  transports: string[]
  backed_up: boolean
  made_at: Date
}

export async function findDevice({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<CourseDevice | null> {
  const [device] = await sql<CourseDevice>`
    select student_course_id, credential_id, public_key, transports, backed_up, made_at
    from learning.course_device where student_course_id = ${student_course_id}`
  return device ?? null
}

/** Stores the key of a course, replacing an earlier one. False for a key that another course already has. */
export async function replaceDevice({ sql }: Ctx, course: StudentCourse, key: CreatedKey): Promise<boolean> {
  const { student_course_id, organization_id } = course
  const { credential_id, public_key, counter, transports, backed_up } = key
  await deleteDevice({ sql }, student_course_id)
  const rows = await sql`
    insert into learning.course_device
      (student_course_id, organization_id, credential_id, public_key, counter, transports, backed_up)
    values (${student_course_id}, ${organization_id}, ${credential_id}, ${public_key}, ${counter},
            ${sql.array(transports)}, ${backed_up})
    on conflict (credential_id) do nothing returning student_course_id`
  return rows.length === 1
}

/** Stores the device's signature counter. False if it did not increase, which means that the key was copied. */
export async function countDeviceUse(
  { sql }: Ctx,
  { student_course_id }: CourseDevice,
  { counter, backed_up }: { counter: number; backed_up: boolean },
): Promise<boolean> {
  const rows = await sql`
    update learning.course_device set counter = ${counter}, backed_up = ${backed_up}, used_at = platform.now()
    where student_course_id = ${student_course_id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning student_course_id`
  return rows.length === 1
}

export const deleteDevice = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) => sql`
  delete from learning.course_device where student_course_id = ${student_course_id}`
