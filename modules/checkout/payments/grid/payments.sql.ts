import { paymentStatus, paymentType } from '#modules/checkout/lookups.shared.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { lk_entity_type } from '#platform/entity-types.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { label } from '#platform/lookups.ts'
import type { Locale } from '#platform/texts.ts'

/**
 * Payments in scope, joined, where needed, with their `order` (o), the selling `organization`, the payer (`person`,
 * null if they belong to a parent organization), the partner's id of the order (`external`) and the `items`.
 */
export const fromPayments = (sql: Sql, inScope: InScope, needs: ReadonlySet<string>): Fragment => sql`
  from checkout.payment p
  ${needs.has('order') ? sql`join checkout.customer_order o using (order_id)` : sql``}
  ${needs.has('organization') ? sql`join identity.v_organization organization on organization.organization_id = p.organization_id` : sql``}
  ${needs.has('person') ? sql`left join identity.v_person person on person.user_id = p.user_id` : sql``}
  ${needs.has('external') ? sql`left join checkout.external_order external on external.order_id = p.order_id` : sql``}
  ${needs.has('items') ? itemsJoin(sql) : sql``}
  where ${inScope(sql`p.organization_id`)}`

const itemsJoin = (sql: Sql): Fragment => sql`
  cross join lateral (
    select string_agg(i.name, ', ' order by i.order_item_id) as course_name,
           min(i.course_version_id) as course_version_id
    from checkout.order_item i
    where i.order_id = p.order_id) items`

/** The order's items as `[{ order_item_id, lk_entity_type_id, lk_entity_type }]`, in the order of their ids. */
export const orderItemsSql = (sql: Sql): Fragment => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
     'order_item_id', i.order_item_id, 'lk_entity_type_id', i.lk_entity_type_id, 'lk_entity_type', ${typeName(sql)})
     order by i.order_item_id), '[]')
   from checkout.order_item i where i.order_id = p.order_id)`

/** The distinct entity type ids of the order's items, joined by commas. */
export const orderTypeSql = (sql: Sql): Fragment => sql`
  coalesce((
    select string_agg(distinct i.lk_entity_type_id::text, ',') from checkout.order_item i
    where i.order_id = p.order_id), '')`

/** The names of entity types whose ids are joined by commas. */
export const orderTypeName = (ids: string, locale: Locale): string =>
  ids
    .split(',')
    .filter((id) => id !== '')
    .map((id) => label(lk_entity_type, Number(id), locale))
    .join(', ')

/** The amount of lost chargebacks, as in `checkout.v_payment`. */
export const chargedBackSql = (sql: Sql): Fragment => sql`
  (select coalesce(sum(c.amount_cents), 0)::integer from checkout.chargeback c
   where c.payment_id = p.payment_id and c.state = 'lost')`

/** The amount after refunds and chargebacks, as in `checkout.v_payment`. */
export const netPaidSql = (sql: Sql): Fragment => sql`
  (case when p.lk_payment_status_id = ${literal(sql, paymentStatus.Voided)} then 0
        else p.total_cents - p.refund_cents - ${chargedBackSql(sql)} end)`

/** The payment type; zero payments have their own. */
export const paymentTypeSql = (sql: Sql): Fragment => sql`
  (case when p.total_cents = 0 then ${literal(sql, paymentType.NoCharge)} else p.lk_payment_type_id end)`

const typeName = (sql: Sql): Fragment => {
  const names = Object.fromEntries(Object.entries(lk_entity_type).map(([id, text]) => [id, text[0]]))
  return sql`coalesce(${sql.json(names)}::jsonb ->> i.lk_entity_type_id::text, '')`
}
