import { permissionKeys } from '#modules/identity/entry.ts'
import { roleId } from '#modules/identity/index.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'
import { type Call, type Client, readCall, type TestApp } from './app.ts'
import { openOwner } from './owner.ts'
import { readSheet } from './read-sheet.ts'

/** Everyone without access to a record of the default organization, by cookie and bearer token, on both sites. */
export async function openOutsiders(app: TestApp): Promise<Record<string, Client>> {
  const other = await openOwner(app)
  const [otherStudentId, otherAdminId] = [
    await addPerson(app, 'gulf@example.com', 'Student'),
    await addPerson(app, 'chief@example.com', 'Admin'),
  ]
  const studentSession = await app.actorOf(otherStudentId, 'GCT')
  const adminSession = await app.actorOf(otherAdminId, 'GCT')
  const actor = await app.actorOf(other.user_id)
  return {
    'a visitor': app.visitor(),
    'another student': byCookie(app, actor.token),
    'another student with a bearer': byBearer(app, actor.token),
    "another organization's student on their site": byCookie(app, studentSession.token, 'GCT'),
    "another organization's student on their site with a bearer": byBearer(app, studentSession.token, 'GCT'),
    "another organization's student on the record's site": byCookie(app, studentSession.token),
    "another organization's student on the record's site with a bearer": byBearer(app, studentSession.token),
    "another organization's admin on their site": byCookie(app, adminSession.token, 'GCT'),
    "another organization's admin on their site with a bearer": byBearer(app, adminSession.token, 'GCT'),
    "another organization's admin on the record's site": byCookie(app, adminSession.token),
    "another organization's admin on the record's site with a bearer": byBearer(app, adminSession.token),
    ...(await openSubOrganizationPeople(app)),
    ...(await openWithoutKeys(app)),
    ...(await openLimited(app)),
  }
}

/** Everyone in a sub-organization of the record's: shared data goes down the tree, never up. */
export async function openSubOrganizationPeople(app: TestApp): Promise<Record<string, Client>> {
  const [row] = await app.database.read<{ organization_id: number }>`
    select organization_id from identity.organization where default_ind`
  const organization = { code: 'LOW', name: 'Lower School', parent_organization_id: row!.organization_id }
  await app.database.tx((sql) => insertOrganization(sql, organization))
  const clients: Record<string, Client> = {}
  for (const role of ['Student', 'Instructor', 'Support', 'Admin'] as const) {
    const { token } = await app.actorOf(await addPerson(app, `low-${role}@example.com`, role, 'LOW'), 'LOW')
    clients[`a lower organization's ${role} on their site`] = byCookie(app, token, 'LOW')
    clients[`a lower organization's ${role} on the record's site`] = byCookie(app, token)
  }
  return clients
}

/** An Instructor of the record's own organization with every permission, whose work is limited to the one below it. */
async function openLimited(app: TestApp): Promise<Record<string, Client>> {
  const user_id = await addPerson(app, 'limited-instructor@example.com', 'Instructor', null)
  const { read } = app.database
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, key, true from identity.person, unnest(${read.array([...permissionKeys])}::text[]) as key
    where user_id = ${user_id}`
  await read`
    insert into identity.instructor_organization (user_id, organization_id)
    select ${user_id}, organization_id from identity.organization where code = 'LOW'`
  return { 'an Instructor who is limited to a lower organization': byCookie(app, (await app.actorOf(user_id)).token) }
}

/** Staff of the record's own organization without any permission. */
async function openWithoutKeys(app: TestApp): Promise<Record<string, Client>> {
  const clients: Record<string, Client> = {}
  for (const role of ['Instructor', 'Support'] as const) {
    const user_id = await addPerson(app, `keyless-${role}@example.com`, role, null)
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      select user_id, organization_id, key, false from identity.person, unnest(${app.database.read.array([...permissionKeys])}::text[]) as key
      where user_id = ${user_id}`
    clients[`${role} of the organization without a key`] = byCookie(app, (await app.actorOf(user_id)).token)
  }
  return clients
}

/** Adds a person to the organization with this code; to the default one for null. */
async function addPerson(
  { database }: TestApp,
  loginid: string,
  role: keyof typeof roleId,
  code: string | null = 'GCT',
): Promise<number> {
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select organization_id, ${roleId[role]}::int, ${loginid}, ${loginid}
    from identity.organization where code = ${code} or (${code}::text is null and default_ind) returning user_id`
  return row!.user_id
}

export const byCookie = (app: TestApp, token: string, code: string | null = null) =>
  clientWith(app, { cookie: `waypost=${token}` }, code)
export const byBearer = (app: TestApp, token: string, code: string | null = null) =>
  clientWith(app, { authorization: `Bearer ${token}` }, code)

/** A caller who stores no cookies, so that no response changes the session. */
function clientWith(app: TestApp, session: Record<string, string>, code: string | null): Client {
  const host = code ? `${code.toLowerCase()}.localhost:3000` : 'localhost:3000'
  const siteHeaders = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...session }
  const json = { 'content-type': 'application/json' }
  const send = async (path: string, method: string, body?: BodyInit, type: Record<string, string> = {}) =>
    readCall(await app.app.request(`http://${host}${path}`, { method, headers: { ...siteHeaders, ...type }, body }))
  const call = (method: string) => (path: string, body?: unknown) =>
    body === undefined ? send(`/api${path}`, method) : send(`/api${path}`, method, JSON.stringify(body), json)
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    upload: (method, path, file) => send(`/api${path}`, method, file as BodyInit),
    visit: (path, form) => (form ? send(path, 'POST', new URLSearchParams(form)) : send(path, 'GET')),
    cookies: () => session.cookie ?? '',
  }
}

/** Whether a response reveals nothing of a record: refused, or a list without rows. */
export async function revealsNothing(operation: AnyOperation, { status, body, bytes }: Call): Promise<boolean> {
  if (status !== 200) return [401, 403, 404].includes(status)
  return isBinary(operation.gives) ? (await readSheet(bytes)).rows.length === 0 : isEmpty(body)
}

/** Whether a response is a list without rows. */
export function isEmpty(body: Record<string, unknown>): boolean {
  const lists = Object.values(body).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}
