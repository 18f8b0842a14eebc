import { isDeepStrictEqual } from 'node:util'
import { clearSupportSettingsCache, listSupportLayers, saveSupportLayer } from '#modules/settings/index.ts'
import { listAssignees } from '#modules/support/tickets/assignees.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { SupportDraft, toOwnSettings } from './support-settings.schema.ts'
import { supportSettingsTexts } from './support-settings.texts.ts'

export const saveSupportSettings = operation({
  call: 'POST /settings/saveSupportSettings',
  summary: 'Replaces the support settings of the organization, which its sub-organizations inherit',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    configuration: SupportDraft,
    /** The version that was fetched; 409 if someone has saved since. */
    version: count().nullish(),
  }),
  gives: z.object({ version: z.int() }),
  fails: [errors.conflict],
  async run(ctx, { configuration, version: seenVersion }) {
    const { organization_id } = ctx.organization
    const message = localText(ctx.locale, supportSettingsTexts, 'saved')
    const settings = toOwnSettings(configuration)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('settings.support_settings'), ${organization_id})`
    const [before] = await listSupportLayers(ctx, [organization_id])
    const version = before?.version ?? 0
    // A form that was sent twice changes nothing.
    if (before && isDeepStrictEqual(before.own_settings, settings)) return { version, message }
    if (typeof seenVersion === 'number' && seenVersion !== version) throw errors.conflict()
    if (settings.default_assignee !== (before?.own_settings.default_assignee ?? null)) {
      await requireAssignee(ctx, settings.default_assignee)
    }
    await saveSupportLayer(ctx, { organization_id, version: version + 1, own_settings: settings })
    clearSupportSettingsCache()
    await ctx.audit({
      action: 'support.settings',
      subject: `organization_id:${organization_id}`,
      before: before?.own_settings ?? null,
      after: settings,
    })
    return { version: version + 1, message }
  },
})

/** Throws invalid unless the person can be assigned tickets of the visited organization. */
async function requireAssignee(ctx: Ctx, user_id: number | null): Promise<void> {
  if (user_id === null) return
  const [assignee] = await listAssignees(ctx, ctx.organization.organization_id, '', user_id)
  if (assignee) return
  const message = localText(ctx.locale, supportSettingsTexts, 'assigneeWrong')
  throw errors.invalid({}, {}, [{ path: 'configuration.defaultAssignee', message }])
}
