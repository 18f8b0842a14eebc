import type { Sql } from '#platform/db/sql.ts'

type Shop = {
  organization_id: number
  code: string
  tax_hundredths: number
  support_phone: string
  support_email: string
}

/** Adds, once, an organization's offer of a promo code to leaving visitors, and its checkout texts. */
export async function seedDemoCheckout(sql: Sql, { code, ...settings }: Shop): Promise<void> {
  const { organization_id } = settings
  await sql`
    insert into checkout.leaver_settings (organization_id, promo_code_id, enabled_ind, email_enabled_ind)
    select organization_id, promo_code_id, true, true from checkout.promo_code
    where organization_id = ${organization_id} and code = ${code}
    on conflict do nothing`
  await sql`insert into checkout.checkout_settings ${sql(settings)} on conflict do nothing`
}
