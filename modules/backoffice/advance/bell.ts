import { selectPerson } from '#modules/identity/index.ts'
import type { StudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sentence } from '#platform/sentence.ts'
import { advanceTexts } from './advance.texts.ts'

type Key = 'bellAsked' | 'bellApproved' | 'bellDeclined'

/** The notification about a request. */
export async function notificationTextOf(
  ctx: Ctx,
  { user_id, course_name: course }: Pick<StudentCourse, 'user_id' | 'course_name'>,
  key: Key,
): Promise<Sentence> {
  const { first_name, last_name, loginid } = await selectPerson(ctx, user_id)
  return { text: advanceTexts[key], params: { name: `${first_name} ${last_name}`.trim() || loginid, course } }
}
