import type { Ctx } from '../../../platform/ctx.ts'
import { say, type Text } from '../../../platform/texts.ts'
import { selectPerson } from '../../identity/index.ts'
import type { StudentCourse } from '../../learning/index.ts'
import { advanceTexts } from './advance.texts.ts'

type Key = 'bellAsked' | 'bellApproved' | 'bellDeclined'

/** What the bell says about a request, in both languages. */
export async function bellOf(
  ctx: Ctx,
  { user_id, course_name: course }: Pick<StudentCourse, 'user_id' | 'course_name'>,
  key: Key,
): Promise<Text> {
  const { first_name, last_name, loginid } = await selectPerson(ctx, user_id)
  const about = { name: `${first_name} ${last_name}`.trim() || loginid, course }
  return [say('en-us', advanceTexts, key, about), say('es-es', advanceTexts, key, about)]
}
