import { generateSync } from 'otplib'
import { demoPassword } from '#modules/identity/entry.ts'
import type { Client, TestApp } from './app.ts'
import { openAccess, openAuditor } from './auditor.ts'
import { openClient } from './client.ts'
import { byBearer } from './outsiders.ts'
import { ok } from './path.ts'
import { openView } from './view.ts'

export type PrincipalName =
  | 'visitor'
  | 'disabled'
  | 'waits for code'
  | 'student'
  | 'other student'
  | 'instructor without key'
  | 'instructor with key'
  | 'admin'
  | 'admin elsewhere'
  | 'admin who views a student'
  | 'auditor'
  | 'client'

/** A caller of every kind; `reopen` gives one a new session. */
export async function openPrincipals(app: TestApp) {
  const add = (loginid: string, role: number, code: string | null = null) => addPerson(app, loginid, role, code)
  const [student, instructor] = [await app.userId('student@example.com'), await app.userId('instructor@example.com')]
  await removePermissions(app, instructor)
  const keyed = await add('keyed@example.com', 2)
  const other = await add('other-student@example.com', 3)
  const viewed = await add('viewed@example.com', 3)
  const disabled = await add('disabled@example.com', 1)
  const auditor = await add('auditor@example.com', 5)
  await openAccess(app, auditor)
  const otherAdmin = await add('other-admin@example.com', 1, 'GCT')
  // A different Admin than `admin`, who may end their own account's other sessions.
  await add('viewer@example.com', 1)
  const handle = await openHandle(app)

  const open: Readonly<Record<PrincipalName, () => Promise<Client>>> = {
    visitor: async () => app.visitor(),
    disabled: () => app.as(disabled),
    'waits for code': async () => handle.client,
    student: () => app.as(student),
    'other student': () => app.as(other),
    'instructor without key': () => app.as(instructor),
    'instructor with key': () => app.as(keyed),
    admin: async () => app.as(await app.userId('admin@example.com')),
    'admin elsewhere': () => app.as(otherAdmin, 'GCT'),
    'admin who views a student': () => openView(app, viewed, 'viewer@example.com'),
    auditor: () => openAuditor(app, auditor),
    client: () => openClient(app),
  }
  const opened = await Promise.all(Object.entries(open).map(async ([name, client]) => [name, await client()] as const))
  const principals = Object.fromEntries(opened) as Record<PrincipalName, Client>
  await app.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${disabled}`

  async function reopen(name: PrincipalName): Promise<void> {
    if (name !== 'disabled') principals[name] = await open[name]()
  }
  return { principals, reopen, spendHandle: handle.spend }
}

async function removePermissions({ database }: TestApp, user_id: number): Promise<void> {
  await database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, key, false
    from identity.person, unnest(array['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE', 'MANAGE_PAYMENTS:READ']) as key
    where user_id = ${user_id}`
}

/** Someone with the demo's password; in the default organization unless a code is given. */
async function addPerson({ database }: TestApp, loginid: string, role: number, code: string | null): Promise<number> {
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, password_hash, first_name, last_name,
                                 email_proven_at)
    select o.organization_id, ${role}::int, ${loginid}, ${loginid}, d.password_hash, 'Pat', 'Principal', platform.now()
    from identity.organization o, identity.person d
    where d.loginid = 'student@example.com' and (o.code = ${code} or (${code}::text is null and o.default_ind))
    returning user_id`
  return row!.user_id
}

/** A sign-in that waits for its code: the handle as bearer token, and the result of the code. */
async function openHandle(app: TestApp) {
  const loginid = 'coded@example.com'
  const newcomer = await app.as(await addPerson(app, loginid, 1, null))
  const { secret } = ok(await newcomer.post('/user/start2fa'))
  const code = async () => {
    const [row] = await app.database.read<{
      epoch: number
    }>`select floor(extract(epoch from platform.now()))::int as epoch`
    return generateSync({ secret, epoch: row!.epoch })
  }
  ok(await newcomer.post('/user/save2fa', { token: await code() }))
  const { token } = ok(await app.visitor().post('/user/login', { loginid, password: demoPassword }))
  const client = byBearer(app, token)
  return {
    client,
    async spend() {
      await app.moveClock(31_000)
      return (await client.post('/user/verify2faToken', { token: await code(), loginid })).body
    },
  }
}
