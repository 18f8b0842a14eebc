import { isDeepStrictEqual } from 'node:util'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { addNotification, listKeyHolders, listOnePerson, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'
import { insertLoosening, isLooser } from './loosened-approval.sql.ts'
import { SettingsDraft, toOwnSettings } from './settings.schema.ts'
import { type Layer, listLayers, resolveSettings, saveLayer, settingsOf } from './settings.sql.ts'
import { settingsTexts } from './settings.texts.ts'
import { listLooserSettings, type StrictSetting } from './strict.ts'

export const saveCheckoutSettings = operation({
  call: 'POST /settings/saveCheckoutSettings',
  summary: 'Replaces the checkout settings of the organization, which its sub-organizations inherit',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    settings: SettingsDraft,
    /** The version that was fetched; 409 if someone has saved since. */
    version: count().nullish(),
  }),
  gives: z.object({ version: z.int() }),
  fails: [errors.conflict, checkoutErrors.parentSettingStricter],
  async run(ctx, { settings, version: seenVersion }) {
    const { organization_id } = ctx.organization
    const message = localText(ctx.locale, settingsTexts, 'saved')
    const ownSettings = toOwnSettings(settings)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.checkout_settings'), ${organization_id})`
    const layers = await listLayers(ctx, organization_id)
    const before = layers.find((layer) => layer.organization_id === organization_id)
    const version = before?.version ?? 0
    // A form that was sent twice changes nothing.
    if (before && isDeepStrictEqual(before.own_settings, ownSettings)) return { version, message }
    if (typeof seenVersion === 'number' && seenVersion !== version) throw errors.conflict()
    await requireAsStrictAsParents(ctx, layers, ownSettings)
    await saveLayer(ctx, { organization_id, version: version + 1, own_settings: ownSettings })
    const isNowLooser = await recordLoosening(ctx, resolveSettings(layers))
    await ctx.audit({
      action: 'checkout.settings',
      subject: `organization_id:${organization_id}`,
      before: before && forAuditLog(before.own_settings),
      after: forAuditLog(ownSettings),
    })
    return {
      version: version + 1,
      message: isNowLooser ? localText(ctx.locale, settingsTexts, 'savedLooser') : message,
    }
  },
})

/** Records a change after which fewer refunds need a second person, and notifies the other staff who can refund. */
async function recordLoosening(ctx: Ctx, before: CheckoutSettings): Promise<boolean> {
  const { organization_id, name } = ctx.organization
  const after = await settingsOf(ctx, organization_id)
  if (!isLooser(before, after)) return false
  const { user_id } = userOf(ctx)
  const loosening_id = await insertLoosening(ctx, before)
  const ownAccountIds = await listOnePerson(ctx, user_id)
  const { first_name, last_name, loginid } = await selectPerson(ctx.unscoped, user_id)
  const params = { name: `${first_name} ${last_name}`.trim() || loginid, organization: name }
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_PAYMENTS:UPDATE' })
  const others = holders.filter((holder) => !ownAccountIds.has(holder.user_id)).slice(0, maxNotified)
  for (const other of others) {
    // Unscoped, because administrators of parent organizations are notified, too.
    await addNotification(ctx.unscoped, {
      user_id: other.user_id,
      cause: `refund-approval:${loosening_id}`,
      text: { text: after.refund_approval ? settingsTexts.bellRaised : settingsTexts.bellOff, params },
      href: pathTo('/manage/settings/checkout'),
    })
  }
  return true
}

const maxNotified = 100

const fieldNames: Record<StrictSetting, string> = {
  captcha: 'captcha',
  refund_approval: 'refundApproval',
  refund_approval_cents: 'refundApprovalAbove',
  refund_approval_day_cents: 'refundApprovalAboveDay',
}

/**
 * Throws parentSettingStricter for settings looser than the parents', because all organizations of a tree share the
 * gateway account.
 */
async function requireAsStrictAsParents(ctx: Ctx, layers: readonly Layer[], settings: OwnSettings): Promise<void> {
  const { organization_id } = ctx.organization
  const [rootOrganization] = await ctx.sql`
    select from identity.v_organization
    where organization_id = ${organization_id} and parent_organization_id is null`
  if (rootOrganization) return
  const looserSettings = listLooserSettings(
    resolveSettings(layers.filter((layer) => layer.organization_id !== organization_id)),
    settings,
  )
  const message = localText(ctx.locale, settingsTexts, 'fromAbove')
  const issues = looserSettings.map((name) => ({ path: `settings.${fieldNames[name]}`, message }))
  if (issues.length > 0) throw checkoutErrors.parentSettingStricter({}, {}, issues)
}

/** The audit log records only whether the long texts are set. */
const forAuditLog = ({ terms, privacy, ...rest }: OwnSettings) => ({
  ...rest,
  terms: terms !== null,
  privacy: privacy !== null,
})
