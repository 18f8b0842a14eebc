import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { appRole } from './database.ts'
import { requireIsolation } from './isolation.ts'
import { openPooler } from './pooler.fixture.ts'

const { url } = await testDatabase()
const roles: string[] = []
afterAll(() => asAdmin(url, async (sql) => void (await Promise.all(roles.map((role) => sql`drop role ${sql(role)}`)))))

async function addRole(can: 'superuser' | 'bypassrls' | 'login'): Promise<string> {
  const role = `isolation_${can}_${process.pid}`
  await asAdmin(url, (sql) => sql.unsafe(`create role ${role} ${can}`))
  roles.push(role)
  return role
}

it("accepts the application's role", async () => {
  await expect(requireIsolation({ url }, appRole)).resolves.toBeUndefined()
})

it.each(['superuser', 'bypassrls'] as const)('refuses a role that is %s', async (can) => {
  const role = await addRole(can)
  await expect(requireIsolation({ url }, role)).rejects.toThrow(`the role ${role} is a superuser or has BYPASSRLS`)
})

it('refuses a pooler that lets two clients share a session', async () => {
  const pooler = await openPooler(url)
  try {
    await expect(requireIsolation({ url: pooler.url }, appRole)).rejects.toThrow('connections share a session')
  } finally {
    pooler.close()
  }
})
