import { author } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { courseChannel } from '#platform/realtime/channels.ts'
import { id, z } from '#platform/schema.ts'
import { courseTabs } from './tabs.shared.ts'

/** The organization that owns a course whose editor the caller may open. Throws 404. */
export const ownerOfAuthored = async (ctx: Pick<Ctx, 'sql' | 'organization'>, course_id: number): Promise<number> =>
  (await selectWorkingVersion(ctx, { course_id })).organization_id

export const announcePresence = operation({
  call: 'POST /course/present',
  summary:
    'Announces to the others who have a course open in the editor that the caller has opened or left it. Locks nothing',
  added: true,
  may: author,
  takes: z.object({
    course_id: id(),
    left: z.boolean().default(false),
    /** The open tab, and the name of the part that is edited there. */
    tab: z.enum(courseTabs).optional(),
    part: z.string().max(200).optional(),
  }),
  /** The caller, so that the page can leave them out. */
  gives: z.object({ user_id: z.int() }),
  fails: [errors.notFound],
  rate: { name: 'presence', perMinute: 60, burst: 30 },
  async run(ctx, { course_id, left, tab = null, part = null }) {
    const owner = await ownerOfAuthored(ctx, course_id)
    const { user_id } = userOf(ctx)
    const { first_name, last_name } = await selectPerson(ctx, user_id)
    const name = `${first_name} ${last_name}`.trim()
    // A page that was offline does not receive it later, because it would be outdated.
    await ctx.publish(
      courseChannel(owner, course_id),
      { type: left ? 'left' : 'present', user_id, name, tab, part },
      { kept: false },
    )
    return { user_id }
  },
})
