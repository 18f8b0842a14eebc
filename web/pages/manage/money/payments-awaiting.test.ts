import { expect, test } from 'vitest'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'

const shop = await openRefundShop()
const { app, staff } = shop
const second = await shop.addSomeone('SSD', 1)
const page = '/manage/payments/awaiting'
await app.database.read`
  insert into checkout.checkout_settings ${app.database.read({ organization_id: 1, refund_approval_cents: 1000 })}
  on conflict (organization_id) do update set refund_approval_cents = excluded.refund_approval_cents`

async function requestRefund() {
  const purchase = await shop.buy()
  await shop.refund(purchase, { amount: 15 })
  const [row] = await app.database.read<{ refund_attempt_id: number }>`
    select refund_attempt_id from checkout.refund_attempt where payment_id = ${purchase.payment_id}`
  return { bought: purchase, refund_attempt_id: String(row!.refund_attempt_id) }
}

test('a refund that needs a second person is requested, seen and approved by plain forms', async () => {
  expect((await second.visit(page)).text).toContain('No refunds or voids are waiting for approval.')
  const purchase = await shop.buy()
  const refundPath = `/manage/payments/${purchase.payment_id}/refund`
  const inputs = [...(await staff.visit(refundPath)).text.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
  const response = await staff.visit(refundPath, Object.fromEntries(inputs.map(([, name, value]) => [name, value])))
  expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/payments'])
  const grid = (await staff.visit('/manage/payments')).text
  expect(grid).toContain('A second person must approve this amount.')
  expect(grid).toContain(`href="${page}"`)
  expect(grid).toContain('Waiting for approval (1)')
  expect((await staff.visit(refundPath)).text).toContain('There is nothing left to refund or void on this payment.')
  const html = (await second.visit(page)).text
  for (const text of ['Refund of $19.95', 'Rosa Marin', 'Basic Driver Improvement', 'Ends now', 'Approve', 'Decline'])
    expect(html).toContain(text)
  expect(html).not.toContain('Withdraw request')
  const [, refund_attempt_id = ''] = /name="refund_attempt_id" value="(\d+)"/.exec(html) ?? []
  const reply = await second.visit(page, { refund_attempt_id, action: 'approve' })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, page])
  expect((await second.visit(page)).text).toContain('Refund Completed.')
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3 })
})

test('the requester can withdraw it, but not approve it with the form', async () => {
  const { refund_attempt_id } = await requestRefund()
  const html = (await staff.visit(page)).text
  expect(html).toContain('Withdraw request')
  expect(html).not.toContain('value="approve"')
  const ownApproval = await staff.visit(page, { refund_attempt_id, action: 'approve' })
  expect([ownApproval.status, ownApproval.text]).toEqual([
    403,
    expect.stringContaining('Another person must review this refund'),
  ])
  expect((await staff.visit(page, { refund_attempt_id, action: 'takeBack' })).status).toBe(303)
  const response = await second.visit(page, { refund_attempt_id, action: 'decline', note: '' })
  expect([response.status, response.text]).toEqual([409, expect.stringContaining('no longer waiting for review')])
})

test('an expired proof is requested and returns; an unknown button does nothing', async () => {
  const { refund_attempt_id } = await requestRefund()
  expect((await second.visit(page, { refund_attempt_id, action: 'toString' })).status).toBe(422)
  await app.moveClock(16 * 60_000)
  const response = await second.visit(page, { refund_attempt_id, action: 'approve' })
  expect(response.headers.get('location')).toBe(`/prove?redirect=${encodeURIComponent(page)}`)
  await app.moveClock(-16 * 60_000)
  await second.post('/user/setLanguage', { language: 2 })
  expect((await second.visit(page)).text).toContain('Pendientes de aprobación')
  expect((await second.visit(page, { refund_attempt_id, action: 'decline', note: 'No.' })).status).toBe(303)
  expect((await second.visit(page)).text).toContain('Se rechazó la solicitud.')
})
