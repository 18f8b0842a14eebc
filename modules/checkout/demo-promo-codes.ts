import type { Sql } from '#platform/db/sql.ts'
import { toCents } from '#platform/money.ts'

type Website = {
  website_id: number
  promoCodes: { promo_code_id: number; code: string; website_id: number; dollar_amount_off: number }[]
}
type Organization = { organization_id: number; websites: readonly Website[] }

/** Adds the promo codes of the demo organizations, once; needs their websites. */
export async function seedDemoPromoCodes(sql: Sql, organizations: readonly Organization[]): Promise<void> {
  const rows = organizations.flatMap(({ organization_id, websites }) =>
    websites.flatMap(({ promoCodes }) =>
      promoCodes.map(({ promo_code_id, website_id, code, dollar_amount_off }) => ({
        promo_code_id,
        organization_id,
        website_id,
        code: code.toUpperCase(),
        dollar_amount_off_cents: toCents(dollar_amount_off),
      })),
    ),
  )
  await sql`insert into checkout.promo_code ${sql(rows)} on conflict do nothing`
  await sql`
    select setval(pg_get_serial_sequence('checkout.promo_code', 'promo_code_id'),
                  (select max(promo_code_id) from checkout.promo_code))`
}
