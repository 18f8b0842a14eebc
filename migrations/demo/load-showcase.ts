import { seedDemoCheckout } from '#modules/checkout/entry.ts'
import { seedDemoPartners } from '#modules/identity/entry.ts'
import type { Sql } from '#platform/db/sql.ts'
import { loadRefresher } from './load-refresher.ts'
import { moveSequences } from './move-sequences.ts'

/** Gulf Coast Truck Academy and its website. */
const academy = { organization_id: 2, website_id: 103 } as const
/** Lone Star Defensive Driving. */
const affiliate_id = 3
const courses = { improvement: 1, trucks: 2, defensive: 3, teens: 4 } as const

/**
 * Shows a newcomer more of the product at one organization, beside the demo that tests count on: its course for truck
 * drivers comes with driver improvement and recommends another, visitors who leave get a promo code, and there is a tax.
 * One short course checks who takes it and ends in a proctored exam. The academy is a fleet with drivers and a client.
 */
export async function loadShowcase(sql: Sql): Promise<void> {
  const sold = [
    { ...academy, course_id: courses.improvement, price_cents: 1_995 },
    { ...academy, course_id: courses.teens, price_cents: 2_900 },
    { ...academy, course_id: courses.defensive, price_cents: 2_400 },
  ]
  await sql`insert into catalogue.course_website ${sql(sold)} on conflict do nothing`
  // Demos of before bundled a course for people under 18 with this one for people of 18 and older.
  await sql`
    delete from catalogue.course_bundle b using catalogue.course c
    where c.course_id = ${courses.trucks} and b.course_version_id = c.published_version_id and b.course_id = ${courses.teens}`
  await sql`
    insert into catalogue.course_bundle (course_version_id, course_id, position)
    select published_version_id, ${courses.improvement}, 1 from catalogue.course where course_id = ${courses.trucks}
    on conflict do nothing`
  await sql`
    insert into catalogue.course_upsell (course_version_id, course_id, position)
    select published_version_id, ${courses.defensive}, 1 from catalogue.course where course_id = ${courses.trucks}
    on conflict do nothing`
  await loadRefresher(sql, academy)
  await moveSequences(sql)
  const support = { support_phone: '8135550142', support_email: 'support@gct.example.com' }
  const { organization_id } = academy
  await seedDemoCheckout(sql, { organization_id, code: 'ROLLOUT15', tax_hundredths: 700, ...support })
  await seedDemoPartners(sql, { affiliate_id, fleet_id: organization_id })
}
