import { createHash, randomBytes } from 'node:crypto'
import { sessionOf } from '#modules/learning/due-check/due.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A browser waits one minute for the user; a challenge is valid a little longer. */
const validMinutes = 2

const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

type Course = Pick<StudentCourse, 'student_course_id' | 'organization_id'>

/** Creates a challenge for a course's setup or for one check; earlier ones of the course become invalid. */
export async function replaceChallenge(ctx: Ctx, course: Course, identity_check_id: number | null): Promise<Buffer> {
  const challenge = randomBytes(32)
  const { student_course_id, organization_id } = course
  const challenge_hash = hashChallenge(challenge.toString('base64url'))
  await ctx.sql`
    insert into learning.device_challenge
      (student_course_id, organization_id, challenge_hash, identity_check_id, session_id, expires_at)
    values (${student_course_id}, ${organization_id}, ${challenge_hash}, ${identity_check_id}, ${sessionOf(ctx)},
            platform.now() + ${validMinutes}::int * interval '1 minute')
    on conflict (student_course_id) do update
    set challenge_hash = excluded.challenge_hash, identity_check_id = excluded.identity_check_id,
        session_id = excluded.session_id, expires_at = excluded.expires_at`
  return challenge
}

/** Consumes a challenge. True only once, before it expires, for its own course, check and session. */
export async function consumeChallenge(
  ctx: Ctx,
  student_course_id: number,
  identity_check_id: number | null,
  challenge: string,
): Promise<boolean> {
  const challenges = await ctx.sql`
    delete from learning.device_challenge
    where student_course_id = ${student_course_id} and challenge_hash = ${hashChallenge(challenge)}
      and identity_check_id is not distinct from ${identity_check_id}
      and session_id is not distinct from ${sessionOf(ctx)} and expires_at > platform.now()
    returning student_course_id`
  return challenges.length === 1
}
