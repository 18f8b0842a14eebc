import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { ofVisited, staff } from '../../../platform/permissions.ts'
import { count, z } from '../../../platform/schema.ts'
import { say } from '../../../platform/texts.ts'
import { checkoutErrors } from '../errors.ts'
import type { OwnSettings } from './checkout-settings.ts'
import { SettingsDraft, saidOf } from './settings.schema.ts'
import { inherit, type Layer, listLayers, saveLayer } from './settings.sql.ts'
import { settingsTexts } from './settings.texts.ts'
import { looserThan, type StrictSetting } from './strict.ts'

export const saveCheckoutSettings = operation({
  call: 'POST /settings/saveCheckoutSettings',
  summary: 'Replaces the checkout settings of the organization, which its sub-organizations inherit',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    settings: SettingsDraft,
    /** As fetched; 409 where someone has saved since. */
    version: count().nullish(),
  }),
  gives: z.object({ version: z.int() }),
  fails: [errors.conflict, checkoutErrors.settingFromAbove],
  async run(ctx, { settings, version: seen }) {
    const { organization_id } = ctx.organization
    const message = say(ctx.locale, settingsTexts, 'saved')
    const said = saidOf(settings)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.checkout_settings'), ${organization_id})`
    const layers = await listLayers(ctx, organization_id)
    const before = layers.find((layer) => layer.organization_id === organization_id)
    const version = before?.version ?? 0
    // A form that is sent again says what holds already.
    if (before && isDeepStrictEqual(before.said, said)) return { version, message }
    if (typeof seen === 'number' && seen !== version) throw errors.conflict()
    await requireStrict(ctx, layers, said)
    await saveLayer(ctx, { organization_id, version: version + 1, said })
    await ctx.audit({
      action: 'checkout.settings',
      subject: `organization_id:${organization_id}`,
      before: before && forAuditLog(before.said),
      after: forAuditLog(said),
    })
    return { version: version + 1, message }
  },
})

const fieldOf: Record<StrictSetting, string> = {
  captcha: 'captcha',
  refund_approval: 'refundApproval',
  refund_approval_cents: 'refundApprovalAbove',
  refund_approval_day_cents: 'refundApprovalAboveDay',
}

/** All organizations of a tree share the gateway's account: those above have the last word. Throws settingFromAbove. */
async function requireStrict(ctx: Ctx, layers: readonly Layer[], said: OwnSettings): Promise<void> {
  const { organization_id } = ctx.organization
  const [top] = await ctx.sql`
    select from identity.v_organization
    where organization_id = ${organization_id} and parent_organization_id is null`
  if (top) return
  const looser = looserThan(inherit(layers.filter((layer) => layer.organization_id !== organization_id)), said)
  const message = say(ctx.locale, settingsTexts, 'fromAbove')
  const issues = looser.map((name) => ({ path: `settings.${fieldOf[name]}`, message }))
  if (issues.length > 0) throw checkoutErrors.settingFromAbove({}, {}, issues)
}

/** Of the long texts the audit log keeps only that there are some. */
const forAuditLog = ({ terms, privacy, ...said }: OwnSettings) => ({
  ...said,
  terms: terms !== null,
  privacy: privacy !== null,
})
