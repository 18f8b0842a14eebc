import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { noticeTexts } from './notice.texts.ts'
import { listSavedNotices, SavedNotice, selectSavedNotice } from './saved-notices.sql.ts'

export const removeSystemNotice = operation({
  call: 'POST /settings/removeSystemNotice',
  summary: 'Removes a notice of the current organization. The audit log keeps its text',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({ system_notice_id: id() }),
  gives: z.object({ notices: z.array(SavedNotice) }),
  fails: [errors.notFound],
  async run(ctx, { system_notice_id }) {
    const { organization_id } = ctx.organization
    await ctx.sql`select pg_advisory_xact_lock(hashtext('settings.system_notice'), ${organization_id})`
    const before = await selectSavedNotice(ctx, system_notice_id)
    await ctx.sql`
      delete from settings.system_notice
      where system_notice_id = ${system_notice_id} and organization_id = ${organization_id}`
    await ctx.audit({ action: 'notice.remove', subject: `system_notice_id:${system_notice_id}`, before })
    return { notices: await listSavedNotices(ctx), message: localText(ctx.locale, noticeTexts, 'removed') }
  },
})
