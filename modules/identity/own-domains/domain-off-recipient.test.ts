import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { listDomainOffRecipients } from './domain-off-recipient.sql.ts'

const site = await openTestSite()
const { read } = site.database

test("a domain that was switched off is reported to the organization's own staff, otherwise to five above", async () => {
  const row = { organization_id: 2, host: 'drive.example', proof: 'x' }
  const [domain] = await read<{ own_domain_id: number }>`
    insert into identity.own_domain ${read(row)} returning own_domain_id`
  const above = []
  for (let n = 0; n < 6; n += 1) above.push((await site.addPerson({ role: 'Admin' })).user_id)
  const listRecipients = async () =>
    (await listDomainOffRecipients(await site.visit(), domain!.own_domain_id)).map(({ user_id }) => user_id)
  await site.addPerson({ role: 'Support', code: 'BBB' })
  await site.addPerson({ role: 'Admin', code: 'CCC' })
  expect(await listRecipients()).toEqual(above.slice(0, 5))
  const ownPerson = await site.addPerson({ role: 'Admin', code: 'BBB' })
  expect(await listRecipients()).toEqual([ownPerson.user_id])
  await read`update identity.person set lk_user_status_id = 2 where user_id = ${ownPerson.user_id}`
  expect(await listRecipients()).toEqual(above.slice(0, 5))
})
