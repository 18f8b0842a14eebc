import type { Client, TestApp } from './app.ts'

/** Lets a person with the auditor's role read the records of Florida's basic course, for all days until next year. */
export async function openAccess({ database }: TestApp, user_id: number): Promise<void> {
  await database.read`
    insert into identity.audit_access (user_id, organization_id, program_id, from_on, to_on, ends_at, invited_by)
    select user_id, organization_id, 'fl-bdi', '2020-01-01', '2099-12-31', platform.now() + interval '1 year', user_id
    from identity.person where user_id = ${user_id}`
}

/** An auditor in a session with two factors. */
export async function openAuditor(app: TestApp, user_id: number, code: string | null = null): Promise<Client> {
  const client = await app.as(user_id, code)
  await app.database.read`update identity.session set method = 'totp' where user_id = ${user_id} and ended_at is null`
  return client
}

let people = 0

/** A new auditor of an organization, who has not signed in. */
export async function addAuditor(app: TestApp, code = 'SSD'): Promise<number> {
  people += 1
  const loginid = `auditor${people}@example.com`
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    select organization_id, 5, ${loginid}, ${loginid}, 'Ada', ${`Auditor ${people}`}
    from identity.organization where code = ${code}
    returning user_id`
  await openAccess(app, row!.user_id)
  return row!.user_id
}
