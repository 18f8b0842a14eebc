import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { permissionKeys } from '#modules/identity/entry.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import { manifests } from '#modules/manifests.ts'
import { readSources } from '#platform/checks/source.ts'
import { openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'
import { openClient } from './support/client.ts'
import { byCookie } from './support/outsiders.ts'

const app = await openTestApp()
const { read } = app.database
const [row] = await read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const { organization_id: visited } = row!
const below = await app.database.tx((sql) =>
  insertOrganization(sql, { code: 'LIM', name: 'Limited School', parent_organization_id: visited }),
)

/** An instructor of the visited organization with every permission, whose work is limited to the one below. */
async function openInstructor() {
  const loginid = 'limited@example.com'
  const [person] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (${visited}, ${roleId.Instructor}, ${loginid}, ${loginid}, 'Lim', 'Ited') returning user_id`
  const { user_id } = person!
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${user_id}, ${visited}, key, true from unnest(${read.array([...permissionKeys])}::text[]) key`
  await read`insert into identity.instructor_organization (user_id, organization_id) values (${user_id}, ${below})`
  const actor = await app.actorOf(user_id)
  return { actor, client: byCookie(app, actor.token) }
}
const instructor = await openInstructor()
const client = await openClient(app, { works_for: [below] })
const operations = manifests
  .flatMap((manifest) => manifest.operations)
  .filter(({ may }) => may.ofVisited)
  .map((operation) => [operation.call, operation] as const)

describe('what covers the visited organization as a whole', () => {
  it.each(operations)('%s is not found for an instructor or a client whose work excludes it', async (_, operation) => {
    const answer = await callOperation(instructor.client, operation, {})
    expect(answer.status, answer.text).toBe(operation.may.gate(instructor.actor) ? 404 : 403)
    if (operation.may.clients) expect((await callOperation(client, operation, {})).status).toBe(404)
  })

  it('is declared, so that the table of authorization shows it', () => {
    const places = readSources(join(import.meta.dirname, '..'))
      .filter(({ path, text }) => /^(modules|web|jobs)\//.test(path) && /\brequireVisited\(/.test(text))
      .map(({ path }) => path)
    // Only the Admins' policy covers the organization.
    expect(places).toEqual(['modules/identity/webhooks/webhook-policy.ts'])
    expect(operations.length).toBeGreaterThan(40)
  })
})
