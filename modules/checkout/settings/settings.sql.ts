import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { splitWords } from '#platform/own-words.ts'
import { type CheckoutSettings, defaults, type OwnSettings } from './checkout-settings.ts'
import { tighten } from './strict.ts'

type Said = Pick<Layer, 'said' | 'top'>

/**
 * For each field the nearest organization that sets it wins, else the default. Settings that protect the shared gateway
 * account can only get stricter on the way down.
 */
export const inherit = (layers: readonly Said[]): CheckoutSettings =>
  layers
    .toReversed()
    .reduce((settings, { said, top }) => layOver(settings, top ? said : tighten(settings, said)), defaults)

const layOver = (settings: CheckoutSettings, own: OwnSettings): CheckoutSettings =>
  Object.assign({ ...settings }, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null)))

type Reader = Pick<Ctx, 'sql'>
/** `top`: this organization has no parent. */
export type Layer = { organization_id: number; top: boolean; version: number; said: OwnSettings }

/** The settings of the organization and those above it, nearest first. */
export const listLayers = async ({ sql }: Reader, organization_id: number): Promise<Layer[]> => sql<Layer>`
  select s.organization_id, s.version, above.count = 1 as top, jsonb_build_object(
    'captcha', s.captcha_ind, 'card', s.card_ind, 'paypal', s.paypal_ind,
    'lk_shipping_type_id', s.lk_shipping_type_id, 'tax_hundredths', s.tax_hundredths,
    'terms', case when s.terms_en is not null
               then s.terms_more || jsonb_build_object('en-us', s.terms_en, 'es-es', s.terms_es) end,
    'privacy', case when s.privacy_en is not null
                 then s.privacy_more || jsonb_build_object('en-us', s.privacy_en, 'es-es', s.privacy_es) end,
    'support_phone', s.support_phone, 'support_email', s.support_email,
    'refund_approval', s.refund_approval_ind, 'refund_approval_cents', s.refund_approval_cents,
    'refund_approval_day_cents', s.refund_approval_day_cents) as said
  ${fromLayers(sql, organization_id)}
  order by above.count desc`

/** The more parents an organization has, the nearer it is. */
const fromLayers = (sql: Sql, organization_id: number) => sql`
  from checkout.checkout_settings s
  join identity.v_organization_scope up on up.organization_id = s.organization_id
  cross join lateral (
    select count(*) from identity.v_organization_scope o where o.descendant_id = s.organization_id) above
  where up.descendant_id = ${organization_id}`

/** An organization's default lk_shipping_type_id, as in `checkoutSettings`, for use in larger statements. */
export const usualShippingSql = (sql: Sql, organization_id: number) => sql`
  coalesce((select s.lk_shipping_type_id ${fromLayers(sql, organization_id)} and s.lk_shipping_type_id is not null
            order by above.count desc limit 1), ${defaults.lk_shipping_type_id}::int)`

/** The effective settings of the visited organization; one statement. */
export const checkoutSettings = (ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<CheckoutSettings> =>
  settingsOf(ctx, ctx.organization.organization_id)

/** The effective settings of any organization in scope; one statement. */
export async function settingsOf(reader: Reader, organization_id: number): Promise<CheckoutSettings> {
  const layers = await listLayers(reader, organization_id)
  return inherit(layers)
}

/** Stores an organization's own settings as a whole. */
export async function saveLayer(
  { sql }: Reader,
  { organization_id, version, said }: Omit<Layer, 'top'>,
): Promise<void> {
  const [terms, privacy] = [splitWords(said.terms), splitWords(said.privacy)]
  const row = {
    captcha_ind: said.captcha,
    card_ind: said.card,
    paypal_ind: said.paypal,
    lk_shipping_type_id: said.lk_shipping_type_id,
    tax_hundredths: said.tax_hundredths,
    terms_en: terms.en,
    terms_es: terms.es,
    terms_more: sql.json(terms.more),
    privacy_en: privacy.en,
    privacy_es: privacy.es,
    privacy_more: sql.json(privacy.more),
    support_phone: said.support_phone,
    support_email: said.support_email,
    refund_approval_ind: said.refund_approval,
    refund_approval_cents: said.refund_approval_cents,
    refund_approval_day_cents: said.refund_approval_day_cents,
    version,
  }
  await sql`
    insert into checkout.checkout_settings ${sql({ organization_id, ...row })}
    on conflict (organization_id) do update set ${sql(row)}`
}
