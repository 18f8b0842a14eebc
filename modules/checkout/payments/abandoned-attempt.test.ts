import { afterEach, describe, expect, test } from 'vitest'
import { forgetBuyer } from '#modules/checkout/cart/forget-buyer.ts'
import { mergeGuestCart } from '#modules/checkout/cart/merge-guest-cart.ts'
import { guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { refundSurplus } from './refunds/return-surplus.ts'
import { resolvePayments } from './resolve-payments.ts'

const shop = await openShop()
const { app } = shop

afterEach(async () => expect(await shop.bookFaults()).toEqual([]))

const systemCtx = () => app.ctx({ kind: 'system', name: 'test' })
const selectCourses = (email: string) => app.database.read`
  select from learning.student_course join identity.person p using (user_id) where p.email = ${email}`

/** A guest whose attempt was given up while still at the gateway, which charges it after all (`arrives`). */
async function addAbandonedAttempt() {
  const { client, guest_id } = await guestWith(shop)
  const student = newPerson()
  const send = await payment(client, shop, { guest_id, student })
  const { paying, release } = await shop.slowly('guest', send)
  await app.moveClock(16 * 60_000)
  expect(await resolvePayments(await systemCtx())).toBe(1)
  async function chargeLate() {
    release()
    await expect(paying).rejects.toThrow('PAYMENT_RUNNING')
    return { returned: await refundSurplus(await systemCtx()), opened: await selectCourses(student.email) }
  }
  return { client, guest_id, arrives: chargeLate }
}
const nothingBought = { returned: 1, opened: [] }

describe('late money of an attempt that a guest abandoned is returned and opens nothing', () => {
  test('when they continue with other details', async () => {
    const { client, guest_id, arrives } = await addAbandonedAttempt()
    await forgetBuyer(await app.ctx(), guest_id)
    const person = newPerson()
    const send = await payment(client, shop, { guest_id, student: person })
    expect((await client.post('/payment/process', send)).body.pending).toBe(false)
    expect(await arrives()).toEqual(nothingBought)
    expect(await selectCourses(person.email)).toHaveLength(1)
  })

  test('when they sign in to an existing account', async () => {
    const { guest_id, arrives } = await addAbandonedAttempt()
    const student = await shop.newStudent()
    expect(await mergeGuestCart(await app.ctx(), guest_id, student.user_id)).toBe(1)
    expect((await student.post('/payment/process', await payment(student, shop))).body.pending).toBe(false)
    expect(await arrives()).toEqual(nothingBought)
    expect(await selectCourses(student.email)).toHaveLength(1)
  })
})
