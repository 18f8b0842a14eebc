import type { Client, TestApp } from './app.ts'
import { ok } from './path.ts'

/**
 * A browser in which the demo's Admin (or the named person) views as someone; its cookies change with exit and expiry.
 */
export async function openView(app: TestApp, user_id: number, loginid = 'admin@example.com'): Promise<Client> {
  const client = await app.as(await app.userId(loginid))
  ok(await client.post('/user/viewAs', { userId: user_id, last_route: '/manage/students' }))
  return client
}
