import { supportErrors } from '#modules/support/errors.ts'
import { ticketTexts } from '#modules/support/tickets/ticket.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { addedLanguageTexts } from '#platform/own-words.ts'
import { ofVisited, type Policy, scoped, staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText, type Text } from '#platform/texts.ts'

const ticketStaff = staff('MANAGE_SUPPORT:UPDATE')
const SavedReply = z.object({
  saved_reply_id: z.int(),
  title: z.string(),
  english: z.string(),
  spanish: z.string(),
  /** The reply in added languages. */
  more: z.record(z.string(), z.string()),
})
export type SavedReply = z.infer<typeof SavedReply>
const maxReplies = 200
const missingText: Text = [
  'Enter a title and the reply in both languages.',
  'Escriba un título y la respuesta en los dos idiomas.',
]

/** The saved replies of the visited organization. */
export const fetchSavedReplies = operation({
  call: 'GET /support/savedReplies',
  summary:
    'Lists the saved replies of the visited organization. {first_name} and {course} are filled in when one is used',
  added: true,
  may: ticketStaff,
  takes: z.object({}),
  gives: z.object({ data: z.array(SavedReply) }),
  async run({ sql, organization }) {
    const data = await sql<SavedReply>`
      select saved_reply_id, title, english, spanish, more from support.saved_reply
      where organization_id = ${organization.organization_id} order by title limit ${maxReplies}`
    return { data }
  },
})

/** Whether another reply has this title. */
async function isTaken({ sql, organization }: Ctx, title: string, { saved_reply_id }: SavedReply): Promise<boolean> {
  const [other] = await sql`
    select from support.saved_reply
    where organization_id = ${organization.organization_id} and title = ${title} and saved_reply_id <> ${saved_reply_id}`
  return other !== undefined
}

type ReplyInput = { saved_reply_id?: number | null | undefined }

async function selectReply({ sql, organization }: Ctx, saved_reply_id: number): Promise<SavedReply> {
  const [reply] = await sql<SavedReply>`
    select saved_reply_id, title, english, spanish, more from support.saved_reply
    where saved_reply_id = ${saved_reply_id} and organization_id = ${organization.organization_id}`
  if (!reply) throw errors.notFound()
  return reply
}

const canManageReply: Policy<ReplyInput> = scoped<ReplyInput>(
  ofVisited(ticketStaff),
  'for its saved replies',
  async (ctx, input) => {
    if (input.saved_reply_id) await selectReply(ctx, input.saved_reply_id)
  },
)

export const saveReply = operation({
  call: 'POST /support/savedReply',
  summary: 'Adds a saved reply, or changes the named one. Titles are unique',
  added: true,
  may: canManageReply,
  takes: z.object({
    saved_reply_id: id().nullish(),
    title: requiredText(missingText, 100),
    english: requiredText(missingText, 4_000),
    spanish: requiredText(missingText, 4_000),
    more: addedLanguageTexts(z.string().trim().max(4_000)),
  }),
  gives: z.object({ data: SavedReply }),
  fails: [supportErrors.replyTitleTaken],
  async run(ctx, { saved_reply_id, more, ...fields }) {
    const { sql, organization } = ctx
    const reply = { ...fields, more: sql.json(more) }
    const before = saved_reply_id ? await selectReply(ctx, saved_reply_id) : null
    if (before && (await isTaken(ctx, reply.title, before))) throw supportErrors.replyTitleTaken()
    const row = { ...reply, organization_id: organization.organization_id, created_by: userOf(ctx).user_id }
    const [savedReply] = before
      ? await sql<SavedReply>`
          update support.saved_reply set ${sql(reply)} where saved_reply_id = ${before.saved_reply_id}
          returning saved_reply_id, title, english, spanish, more`
      : await sql<SavedReply>`
          insert into support.saved_reply ${sql(row)}
          on conflict (organization_id, title) do update set
            english = excluded.english, spanish = excluded.spanish, more = excluded.more
          returning saved_reply_id, title, english, spanish, more`
    const auditSubject = { subject: `saved_reply_id:${savedReply!.saved_reply_id}` }
    await ctx.audit({ action: 'ticket.saved-reply', ...auditSubject, before, after: savedReply! })
    return { data: savedReply!, message: localText(ctx.locale, ticketTexts, 'replySaved') }
  },
})

export const removeReply = operation({
  call: 'DELETE /support/savedReply',
  summary: 'Removes a saved reply',
  added: true,
  may: canManageReply,
  takes: z.object({ saved_reply_id: id() }),
  gives: z.object({}),
  async run(ctx, { saved_reply_id }) {
    const before = await selectReply(ctx, saved_reply_id)
    await ctx.sql`delete from support.saved_reply where saved_reply_id = ${saved_reply_id}`
    await ctx.audit({ action: 'ticket.remove-reply', subject: `saved_reply_id:${saved_reply_id}`, before })
    return { message: localText(ctx.locale, ticketTexts, 'replyRemoved') }
  },
})
