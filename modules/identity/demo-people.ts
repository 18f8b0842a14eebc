import type { Sql } from '#platform/db/sql.ts'
import { hashPassword, type PasswordCost } from './credentials/password-hash.ts'
import { roleId } from './people/roles.ts'

/** The password of the three demo people. */
export const demoPassword = 'Demo-Password-2026!'

const people = [
  { loginid: 'student@example.com', lk_user_role_id: roleId.Student, first_name: 'Sam', last_name: 'Student' },
  {
    loginid: 'instructor@example.com',
    lk_user_role_id: roleId.Instructor,
    first_name: 'Ines',
    last_name: 'Instructor',
  },
  { loginid: 'admin@example.com', lk_user_role_id: roleId.Admin, first_name: 'Ada', last_name: 'Admin' },
] as const

/** Adds student@, instructor@ and admin@example.com to an organization, once; returns their ids by role. */
export async function seedDemoPeople(
  sql: Sql,
  organization_id: number,
  options: { cost?: PasswordCost } = {},
): Promise<{ student: number; instructor: number; admin: number }> {
  const password_hash = await hashPassword(demoPassword, options.cost)
  for (const person of people) {
    const row = { ...person, organization_id, email: person.loginid, password_hash, email_proven_at: new Date() }
    await sql`
      insert into identity.person ${sql(row)}
      on conflict (loginid_key) where deleted_at is null do nothing`
  }
  const rows = await sql<{ loginid: string; user_id: number }>`
    select loginid, user_id from identity.person
    where loginid = any(${sql.array(people.map(({ loginid }) => loginid))}) and deleted_at is null`
  const idOf = (name: string) => rows.find(({ loginid }) => loginid.startsWith(`${name}@`))!.user_id
  return { student: idOf('student'), instructor: idOf('instructor'), admin: idOf('admin') }
}
