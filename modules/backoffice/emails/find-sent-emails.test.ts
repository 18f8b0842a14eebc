import { expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const admin = await app.as(await app.userId('admin@example.com'))
const staffElsewhere = await addStaff(app, other!.code)

/** An email to a new person of this organization. */
async function addEmail(organization_id: number): Promise<number> {
  const login = `xaviera.${organization_id}@letters.example.com`
  const [row] = await read<{ audit_event_id: number }>`
    with person as (
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
      values (${organization_id}, 3, ${login}, ${login}, 'Xaviera', 'Quintanilla-Ñúñez') returning user_id)
    insert into platform.audit_event (organization_id, action, subject_user_id, actor_kind, after)
    select ${organization_id}, 'mail.sent', user_id, 'system', '{"letter": "identity.welcome"}' from person
    returning audit_event_id::int as audit_event_id`
  return row!.audit_event_id
}
const here = await addEmail(1)
const otherEmail = await addEmail(other!.organization_id)

async function idsOf(client: typeof admin, search: string): Promise<number[]> {
  const { body } = await client.get(`/settings/sentEmails?search=${encodeURIComponent(search)}`)
  return body.data.map(({ audit_id }: { audit_id: number }) => audit_id)
}

test('T-22: letters within a name or an address find the sent emails in scope, and no others', async () => {
  for (const search of ['uintanill', 'nunez xav', 'letters.example quintanilla'])
    expect([search, await idsOf(admin, search), await idsOf(staffElsewhere, search)]).toEqual([
      search,
      [here],
      [otherEmail],
    ])
  for (const search of ['quintanilla zz', 'wholly unknown']) expect(await idsOf(admin, search)).toEqual([])
})

test("words of the organization's name and of a person's together find the email", async () => {
  const [organization] = await read<{ name: string }>`select name from identity.organization where organization_id = 1`
  const word = organization!.name.split(' ')[0]!
  expect(await idsOf(admin, `${word} quintanilla`)).toEqual([here])
  expect(await idsOf(admin, word)).toContain(here)
})
