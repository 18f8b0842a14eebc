import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { fetchAccountsLinkedTo, fetchLinkedUsers } from './fetch-linked.ts'

const site = await openTestSite()
const link = (from: { user_id: number }, to: { user_id: number }) => site.database.read`
  insert into identity.linked_account (organization_id, user_id, related_user_id)
  select organization_id, user_id, ${to.user_id} from identity.person where user_id = ${from.user_id}`

test('staff see only those linked accounts of a person that are in their scope', async () => {
  const student = await site.addPerson({ code: 'BBB' })
  const [above, sibling, staffAbove] = [
    await site.addPerson({ code: 'AAA' }),
    await site.addPerson({ code: 'BBB' }),
    await site.addPerson({ code: 'AAA', role: 'Instructor' }),
  ]
  for (const other of [above, sibling, staffAbove]) {
    await link(student, other)
    await link(other, student)
  }
  const { user_id } = student
  const result = await fetchLinkedUsers.run((await site.signIn(student)).ctx, {})
  expect(result.data).toHaveLength(3)
  const { ctx } = await site.signIn(await site.addPerson({ code: 'BBB', role: 'Instructor' }))
  const to = await fetchLinkedUsers.run(ctx, { user_id })
  expect([to.data.map((account) => account.related_user_id), to.hiddenAccountCount]).toEqual([[sibling.user_id], 2])
  const from = await fetchAccountsLinkedTo.run(ctx, { user_id })
  expect([from.user.map((account) => account.user_id), from.hiddenAccountCount]).toEqual([[sibling.user_id], 2])
})
