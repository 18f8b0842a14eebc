import { expect, test } from 'vitest'
import { guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'

const shop = await openShop()
const { app } = shop
const takenAddress = 'admin@example.com'
const withEmail = (email: string) => ({ ...newPerson(), email, loginid: email })
const clearGuesses = () => app.database.read`delete from identity.account_guess`
let counter = 0
const unusedAddress = () => `guest-guess${++counter}@example.com`

/** The response to a guest with this address who pays by `how`. */
async function payAs(email: string, method: 'card' | 'no card' | 'saved card' | 'wallet') {
  const { client, guest_id } = await guestWith(shop)
  const { creditCard, ...send } = await payment(client, shop, { guest_id, student: withEmail(email) })
  const { total, ...fields } = send as typeof send & { total: number }
  if (method === 'wallet') return client.post('/payment/authorizePayPal', { ...fields, amount: total })
  const methodFields = method === 'card' ? { creditCard } : method === 'saved card' ? { payment_profile_id: 1 } : {}
  return client.post('/payment/process', { ...send, ...methodFields })
}

test.each(['no card', 'saved card'] as const)(
  'T-05: a guest paying with %s gets the same response for every address',
  async (method) => {
    await clearGuesses()
    try {
      for (let n = 0; n < 12; n++) {
        const [response, unknown] = [await payAs(takenAddress, method), await payAs(unusedAddress(), method)]
        expect([response.status, response.body.code]).toEqual([unknown.status, unknown.body.code])
        expect(response.body.code).not.toBe('LOGINID_IN_USE')
      }
      expect(await app.database.read`select from identity.account_guess`).toHaveLength(0)
    } finally {
      await clearGuesses()
    }
  },
)

test.each(['card', 'wallet'] as const)(
  'T-05: a guest paying by %s can learn ten times an hour that an address is taken',
  async (method) => {
    await clearGuesses()
    try {
      const responses: [number, string][] = []
      for (let n = 0; n < 12; n++) {
        const { status, body } = await payAs(takenAddress, method)
        responses.push([status, body.code])
      }
      expect(responses).toEqual([
        ...Array.from({ length: 10 }, () => [409, 'LOGINID_IN_USE']),
        ...Array.from({ length: 2 }, () => [429, 'TOO_MANY']),
      ])
      expect((await payAs(unusedAddress(), method)).status).toBe(429)
      await app.moveClock(61 * 60_000)
      expect((await payAs(unusedAddress(), method)).status).toBeLessThan(300)
    } finally {
      await clearGuesses()
    }
  },
)
