import type { Fragment, Sql } from '../../../platform/db/sql.ts'
import type { InScope } from '../../../platform/grid/grid.ts'
import { lookups } from '../../../platform/lookups.ts'

/** Payments taken on the sites of the organizations in the caller's scope. */
export const fromPayments = (sql: Sql, inScope: InScope): Fragment => sql`
  from checkout.v_payment p
  where ${inScope(sql`p.organization_id`)}`

/** What the order was for: `[{ order_item_id, lk_entity_type_id, lk_entity_type }]`, in the order of the lines. */
export const orderItemsSql = (sql: Sql): Fragment => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
     'order_item_id', i.order_item_id, 'lk_entity_type_id', i.lk_entity_type_id, 'lk_entity_type', ${typeName(sql)})
     order by i.order_item_id), '[]')
   from checkout.v_order_item i where i.order_id = p.order_id)`

/** The distinct entity types of the order's items, joined. */
export const orderTypeSql = (sql: Sql): Fragment => sql`
  coalesce((select string_agg(distinct ${typeName(sql)}, ', ') from checkout.v_order_item i where i.order_id = p.order_id), '')`

const typeName = (sql: Sql): Fragment => {
  const names = Object.fromEntries(Object.entries(lookups.lk_entity_type).map(([id, text]) => [id, text[0]]))
  return sql`coalesce(${sql.json(names)}::jsonb ->> i.lk_entity_type_id::text, '')`
}
