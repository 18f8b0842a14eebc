import { settingsErrors } from '#modules/settings/errors.ts'
import { lk_system_notice_type } from '#modules/settings/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, id, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { Message, requireEndAfterStart, schedule } from './message.schema.ts'
import { noticeTexts } from './notice.texts.ts'
import { listSavedNotices, maxNotices, SavedNotice, selectSavedNotice } from './saved-notices.sql.ts'

const typeIds = Object.keys(lk_system_notice_type).map(Number)

const NoticeDraft = z
  .object({
    /** Omitted for a new notice. */
    system_notice_id: id().nullish(),
    lk_system_notice_type_id: id().refine((input) => typeIds.includes(input), {
      error: wording(noticeTexts.typeMissing),
    }),
    message: Message,
    ...schedule,
    version: count().nullish(),
  })
  .superRefine(requireEndAfterStart)
type NoticeDraft = z.output<typeof NoticeDraft>

export const saveSystemNotice = operation({
  call: 'POST /settings/saveSystemNotice',
  summary: 'Adds or changes a notice of the current organization, which its sub-organizations see, too',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: NoticeDraft,
  gives: z.object({ system_notice_id: z.int(), notices: z.array(SavedNotice) }),
  fails: [errors.notFound, errors.conflict, settingsErrors.tooManyNotices],
  async run(ctx, draft) {
    const { organization_id } = ctx.organization
    await ctx.sql`select pg_advisory_xact_lock(hashtext('settings.system_notice'), ${organization_id})`
    const before = draft.system_notice_id ? await selectSavedNotice(ctx, draft.system_notice_id) : null
    if (before && typeof draft.version === 'number' && draft.version !== before.version) throw errors.conflict()
    const system_notice_id = await upsertNotice(ctx, draft)
    const notices = await listSavedNotices(ctx)
    await ctx.audit({
      action: 'notice.save',
      subject: `system_notice_id:${system_notice_id}`,
      before,
      after: notices.find((notice) => notice.system_notice_id === system_notice_id) ?? null,
    })
    return { system_notice_id, notices, message: localText(ctx.locale, noticeTexts, 'saved') }
  },
})

async function upsertNotice({ sql, organization }: Ctx, draft: NoticeDraft): Promise<number> {
  const { organization_id } = organization
  const { lk_system_notice_type_id, message, starts_at, ends_at, system_notice_id } = draft
  const row = { lk_system_notice_type_id, message: sql.json(message), starts_at, ends_at }
  if (system_notice_id) {
    await sql`
      update settings.system_notice set ${sql(row)}, version = version + 1, updated_at = platform.now()
      where system_notice_id = ${system_notice_id} and organization_id = ${organization_id}`
    return system_notice_id
  }
  // A form that was sent twice adds only one notice.
  const [existing] = await sql<{ system_notice_id: number }>`
    select system_notice_id from settings.system_notice
    where organization_id = ${organization_id} and lk_system_notice_type_id = ${lk_system_notice_type_id}
      and message = ${row.message}::jsonb and starts_at is not distinct from ${starts_at}::timestamptz
      and ends_at is not distinct from ${ends_at}::timestamptz
    limit 1`
  if (existing) return existing.system_notice_id
  const [insertedRow] = await sql<{ system_notice_id: number }>`
    insert into settings.system_notice (organization_id, lk_system_notice_type_id, message, starts_at, ends_at)
    select ${organization_id}, ${lk_system_notice_type_id}, ${row.message}, ${starts_at}, ${ends_at}
    where (select count(*) from settings.system_notice where organization_id = ${organization_id}) < ${maxNotices}
    returning system_notice_id`
  if (!insertedRow) throw settingsErrors.tooManyNotices({ most: maxNotices })
  return insertedRow.system_notice_id
}
