import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'
import { addStaff, makeKeys, offers } from './keys.fixture.ts'

const app = await openTestApp()
const { read } = app.database
const [seller, company, other] = [await addStaff(app, 'LSD'), await addStaff(app, 'LST'), await addStaff(app, 'SSD')]

const lone = 3
const pick = async (authorization_key_batch_id: number, count: number, organization_id = lone, caller = seller) => {
  const query = new URLSearchParams(
    Object.entries({ authorization_key_batch_id, organization_id, count }).map(([name, n]) => [name, String(n)]),
  )
  return ok(await caller.get(`/authorizationKeys/pick?${query}`)).keyIds as number[]
}

test('picks the oldest active keys of one batch and one holder, and no others', async () => {
  const { authorization_key_batch_id: batch } = await makeKeys(seller, offers.teenOfLoneStar, 5)
  await makeKeys(seller, offers.teenOfLoneStar, 2)
  const ids = (
    await read<{ id: number }>`
      select authorization_key_id as id from checkout.authorization_key
      where authorization_key_batch_id = ${batch} order by authorization_key_id`
  ).map(({ id }) => id)
  // Rewritten rows move to the end of the table, so its order is not that of the keys.
  await read`update checkout.authorization_key set last_group = last_group where authorization_key_id = ${ids[0]!}`
  expect(await pick(batch, 2)).toEqual(ids.slice(0, 2))
  expect(await pick(batch, 1_000)).toEqual(ids)
  ok(await seller.put('/authorizationKeys/revoke', { authorization_key_id: ids[1], reason: 'Lost.' }))
  ok(await seller.put('/authorizationKeys/assignKeys', { organization_id: 4, keyIds: [ids[2]] }))
  expect(await pick(batch, 2)).toEqual([ids[0], ids[3]])
  expect(await pick(batch, 10, 4)).toEqual([ids[2]])
  expect(await pick(batch, 10, 4, company)).toEqual([ids[2]])
  expect(await pick(batch, 10, lone, company), 'keys of the organization above').toEqual([])
  expect(await pick(batch, 10, lone, other), 'keys of another tenant').toEqual([])
})
