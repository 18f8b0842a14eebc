import type { Call, Client, TestApp } from './app.ts'
import { openOwner } from './owner.ts'

/** Everybody who has no business with a record of the default organization, by cookie and by bearer, on both sites. */
export async function openOutsiders(app: TestApp): Promise<Record<string, Client>> {
  const other = await openOwner(app)
  const [gulf, chief] = await Promise.all([
    addPerson(app, 'gulf@example.com', 3),
    addPerson(app, 'chief@example.com', 1),
  ])
  const away = await app.actorOf(gulf, 'GCT')
  const boss = await app.actorOf(chief, 'GCT')
  const own = await app.actorOf(other.user_id)
  return {
    'a visitor': app.visitor(),
    'another student': byCookie(app, own.token),
    'another student with a bearer': byBearer(app, own.token),
    "another organization's student on their site": byCookie(app, away.token, 'GCT'),
    "another organization's student on their site with a bearer": byBearer(app, away.token, 'GCT'),
    "another organization's student on the record's site": byCookie(app, away.token),
    "another organization's student on the record's site with a bearer": byBearer(app, away.token),
    "another organization's admin on their site": byCookie(app, boss.token, 'GCT'),
    "another organization's admin on their site with a bearer": byBearer(app, boss.token, 'GCT'),
    "another organization's admin on the record's site": byCookie(app, boss.token),
    "another organization's admin on the record's site with a bearer": byBearer(app, boss.token),
  }
}

async function addPerson({ database }: TestApp, loginid: string, lk_user_role_id: number): Promise<number> {
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select organization_id, ${lk_user_role_id}::int, ${loginid}, ${loginid}
    from identity.organization where code = 'GCT' returning user_id`
  return row!.user_id
}

export type Bytes = Call & { bytes?: Uint8Array }
export const byCookie = (app: TestApp, token: string, code: string | null = null) =>
  clientWith(app, { cookie: `waypost=${token}` }, code)
const byBearer = (app: TestApp, token: string, code: string | null = null) =>
  clientWith(app, { authorization: `Bearer ${token}` }, code)

/** A caller who keeps no cookies: the session stays what it was whatever is answered. */
function clientWith(app: TestApp, session: Record<string, string>, code: string | null): Client {
  const host = code ? `${code.toLowerCase()}.localhost:3000` : 'localhost:3000'
  const send = (method: string) => async (path: string, body?: unknown) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app.app.request(`http://${host}/api${path}`, {
      method,
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...session, ...type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = Buffer.from(bytes).toString('utf8')
    const json = answer.headers.get('content-type')?.includes('application/json')
    return { status: answer.status, headers: answer.headers, text, bytes, body: json ? JSON.parse(text) : text }
  }
  const visit = async (path: string, form?: Record<string, string>): Promise<Call> => {
    const answer = await app.app.request(`http://${host}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...session },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: text }
  }
  const upload = async (method: string, path: string, file: Uint8Array): Promise<Call> => {
    const answer = await app.app.request(`http://${host}/api${path}`, {
      method,
      headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...session },
      body: file as BodyInit,
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
  }
  const [get, post, put, remove] = ['GET', 'POST', 'PUT', 'DELETE'].map(send) as [Send, Send, Send, Send]
  return { ...app.visitor(code), visit, upload, get, post, put, delete: remove }
}
type Send = (path: string, body?: unknown) => Promise<Bytes>
