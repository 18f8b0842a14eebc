import type { Sql } from '#platform/db/sql.ts'
import { clientPermissions } from './clients/client-permissions.ts'
import { hashPassword } from './credentials/password-hash.ts'
import { demoPassword } from './demo-people.ts'
import { roleId } from './people/roles.ts'

type DemoPartners = {
  /** An organization that sells through its own website. */
  affiliate_id: number
  /** An organization whose drivers take courses on its invoice. */
  fleet_id: number
}

const drivers = [
  ['Ramon', 'Aguilar'],
  ['Beth', 'Castellano'],
  ['Curtis', 'Dupree'],
  ['Lucia', 'Escobar'],
  ['Franklin', 'Hayes'],
  ['Nadia', 'Ivanova'],
  ['Marcus', 'Jefferson'],
  ['Rosa', 'Montoya'],
] as const

/**
 * Adds an Admin to each partner, and drivers with the fleet's own ids and a client to the fleet, once. The client has no
 * key: an Admin makes one, as on any installation.
 */
export async function seedDemoPartners(sql: Sql, { affiliate_id, fleet_id }: DemoPartners): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  const add = async (loginid: string, organization_id: number, role: number, first_name: string, last_name: string) => {
    const names = { loginid, email: loginid, first_name, last_name }
    const row = { ...names, organization_id, lk_user_role_id: role, password_hash, email_proven_at: new Date() }
    const [person] = await sql<{ user_id: number }>`
      insert into identity.person ${sql(row)}
      on conflict (loginid_key) where deleted_at is null do nothing
      returning user_id`
    return person?.user_id
  }
  await add('affiliate@example.com', affiliate_id, roleId.Admin, 'Avery', 'Affiliate')
  const fleetAdmin = await add('fleet@example.com', fleet_id, roleId.Admin, 'Flora', 'Fleet')
  if (!fleetAdmin) return
  for (const [index, [first_name, last_name]] of drivers.entries()) {
    const external_id = `driver-${index + 1}`
    const user_id = await add(`${external_id}@example.com`, fleet_id, roleId.Student, first_name, last_name)
    if (user_id)
      await sql`insert into identity.external_person ${sql({ organization_id: fleet_id, external_id, user_id })}`
  }
  await sql`
    insert into identity.client (organization_id, name, purpose, contact_email, permissions, created_by)
    values (${fleet_id}, 'Dispatch', 'Enrolls drivers and reads their certificates', 'fleet@example.com',
            ${sql.array([...clientPermissions])}::text[], ${fleetAdmin})`
}
