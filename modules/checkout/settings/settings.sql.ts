import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { splitWords } from '#platform/own-words.ts'
import { type CheckoutSettings, defaultSettings, type OwnSettings } from './checkout-settings.ts'
import { tighten } from './strict.ts'

type LayerSettings = Pick<Layer, 'own_settings' | 'is_root'>

/**
 * Takes each setting from the nearest organization that sets it, otherwise the default. Sub-organizations can only make
 * the settings that protect the shared gateway account stricter.
 */
export const resolveSettings = (layers: readonly LayerSettings[]): CheckoutSettings =>
  layers
    .toReversed()
    .reduce(
      (settings, { own_settings, is_root }) =>
        applyLayer(settings, is_root ? own_settings : tighten(settings, own_settings)),
      defaultSettings,
    )

const applyLayer = (settings: CheckoutSettings, ownSettings: OwnSettings): CheckoutSettings =>
  Object.assign({ ...settings }, Object.fromEntries(Object.entries(ownSettings).filter(([, value]) => value !== null)))

type SqlContext = Pick<Ctx, 'sql'>
/** The settings of one organization in the tree; `is_root` if it has no parent. */
export type Layer = { organization_id: number; is_root: boolean; version: number; own_settings: OwnSettings }

/** The own settings of an organization and its parents, nearest first. */
export const listLayers = async ({ sql }: SqlContext, organization_id: number): Promise<Layer[]> => sql<Layer>`
  select s.organization_id, s.version, parents.count = 1 as is_root, jsonb_build_object(
    'captcha', s.captcha_ind, 'card', s.card_ind, 'paypal', s.paypal_ind,
    'lk_shipping_type_id', s.lk_shipping_type_id, 'tax_hundredths', s.tax_hundredths,
    'terms', case when s.terms_en is not null
               then s.terms_more || jsonb_build_object('en-us', s.terms_en, 'es-es', s.terms_es) end,
    'privacy', case when s.privacy_en is not null
                 then s.privacy_more || jsonb_build_object('en-us', s.privacy_en, 'es-es', s.privacy_es) end,
    'support_phone', s.support_phone, 'support_email', s.support_email,
    'refund_approval', s.refund_approval_ind, 'refund_approval_cents', s.refund_approval_cents,
    'refund_approval_day_cents', s.refund_approval_day_cents) as own_settings
  ${fromLayers(sql, organization_id)}
  order by parents.count desc`

/** `parents.count`, the number of parents, orders the organizations: the more, the nearer. */
const fromLayers = (sql: Sql, organization_id: number) => sql`
  from checkout.checkout_settings s
  join identity.v_organization_scope up on up.organization_id = s.organization_id
  cross join lateral (
    select count(*) from identity.v_organization_scope o where o.descendant_id = s.organization_id) parents
  where up.descendant_id = ${organization_id}`

/**
 * An expression for an organization's default lk_shipping_type_id, as in `checkoutSettings`, for use in larger
 * statements.
 */
export const defaultShippingTypeSql = (sql: Sql, organization_id: number) => sql`
  coalesce((select s.lk_shipping_type_id ${fromLayers(sql, organization_id)} and s.lk_shipping_type_id is not null
            order by parents.count desc limit 1), ${defaultSettings.lk_shipping_type_id}::int)`

/** The effective settings of the visited organization, in one statement. */
export const checkoutSettings = (ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<CheckoutSettings> =>
  settingsOf(ctx, ctx.organization.organization_id)

/** The effective settings of any organization in scope, in one statement. */
export async function settingsOf(reader: SqlContext, organization_id: number): Promise<CheckoutSettings> {
  const layers = await listLayers(reader, organization_id)
  return resolveSettings(layers)
}

/** Replaces an organization's own settings. */
export async function saveLayer(
  { sql }: SqlContext,
  { organization_id, version, own_settings }: Omit<Layer, 'is_root'>,
): Promise<void> {
  const [terms, privacy] = [splitWords(own_settings.terms), splitWords(own_settings.privacy)]
  const row = {
    captcha_ind: own_settings.captcha,
    card_ind: own_settings.card,
    paypal_ind: own_settings.paypal,
    lk_shipping_type_id: own_settings.lk_shipping_type_id,
    tax_hundredths: own_settings.tax_hundredths,
    terms_en: terms.en,
    terms_es: terms.es,
    terms_more: sql.json(terms.more),
    privacy_en: privacy.en,
    privacy_es: privacy.es,
    privacy_more: sql.json(privacy.more),
    support_phone: own_settings.support_phone,
    support_email: own_settings.support_email,
    refund_approval_ind: own_settings.refund_approval,
    refund_approval_cents: own_settings.refund_approval_cents,
    refund_approval_day_cents: own_settings.refund_approval_day_cents,
    version,
  }
  await sql`
    insert into checkout.checkout_settings ${sql({ organization_id, ...row })}
    on conflict (organization_id) do update set ${sql(row)}`
}
