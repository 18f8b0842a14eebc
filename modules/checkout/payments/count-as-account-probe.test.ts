import { expect, test } from 'vitest'
import { guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'

const shop = await openShop()
const { app } = shop
const takenAddress = 'admin@example.com'
const withEmail = (email: string) => ({ ...newPerson(), email, loginid: email })
const forget = () => app.database.read`delete from identity.account_guess`
let counter = 0
const free = () => `guest-guess${++counter}@example.com`

/** The response to a guest with this address who pays by `how`. */
async function payAs(email: string, how: 'card' | 'no card' | 'saved card' | 'wallet') {
  const { client, guest_id } = await guestWith(shop)
  const { creditCard, ...send } = await payment(client, shop, { guest_id, student: withEmail(email) })
  const { total, ...rest } = send as typeof send & { total: number }
  if (how === 'wallet') return client.post('/payment/authorizePayPal', { ...rest, amount: total })
  const means = how === 'card' ? { creditCard } : how === 'saved card' ? { payment_profile_id: 1 } : {}
  return client.post('/payment/process', { ...send, ...means })
}

test.each(['no card', 'saved card'] as const)(
  'T-05: with %s a guest gets the same response for every address',
  async (how) => {
    await forget()
    try {
      for (let n = 0; n < 12; n++) {
        const [response, unknown] = [await payAs(takenAddress, how), await payAs(free(), how)]
        expect([response.status, response.body.code]).toEqual([unknown.status, unknown.body.code])
        expect(response.body.code).not.toBe('LOGINID_IN_USE')
      }
      expect(await app.database.read`select from identity.account_guess`).toHaveLength(0)
    } finally {
      await forget()
    }
  },
)

test.each(['card', 'wallet'] as const)(
  'T-05: by %s a guest can learn ten times an hour that an address is taken',
  async (how) => {
    await forget()
    try {
      const answers: [number, string][] = []
      for (let n = 0; n < 12; n++) {
        const { status, body } = await payAs(takenAddress, how)
        answers.push([status, body.code])
      }
      expect(answers).toEqual([
        ...Array.from({ length: 10 }, () => [409, 'LOGINID_IN_USE']),
        ...Array.from({ length: 2 }, () => [429, 'TOO_MANY']),
      ])
      expect((await payAs(free(), how)).status).toBe(429)
      await app.moveClock(61 * 60_000)
      expect((await payAs(free(), how)).status).toBeLessThan(300)
    } finally {
      await forget()
    }
  },
)
