import { expect, test } from 'vitest'
import { openAuthorizeNet } from './adapter.ts'

/** A gateway that returns this body to every call. */
const returning = (body: object) =>
  openAuthorizeNet({
    endpoint: 'https://gateway.test/request.api',
    library_url: 'https://gateway.test/accept.js',
    api_login_id: 'login',
    transaction_key: 'key',
    client_key: 'client',
    fetch: async () => Response.json(body),
  })
const ok = { messages: { resultCode: 'Ok', message: [] } }

/** The meaning of each status of the gateway for the money. */
test.each([
  ['capturedPendingSettlement', 'captured', 'approved'],
  ['approvedReview', 'captured', 'approved'],
  ['settledSuccessfully', 'settled', 'approved'],
  ['refundPendingSettlement', 'refund_pending', 'approved'],
  ['refundSettledSuccessfully', 'refunded', 'approved'],
  ['authorizedPendingCapture', 'authorized', 'held'],
  ['FDSPendingReview', 'held', 'held'],
  ['FDSAuthorizedPendingReview', 'held', 'held'],
  ['underReview', 'held', 'held'],
  ['declined', 'declined', 'declined'],
  ['failedReview', 'declined', 'declined'],
  ['expired', 'declined', 'declined'],
  ['voided', 'voided', 'error'],
  ['communicationError', 'failed', 'error'],
  ['generalError', 'failed', 'error'],
  ['settlementError', 'failed', 'error'],
  ['a status of tomorrow', 'other', 'unknown'],
])('a transaction that is %s is %s, with the outcome %s', async (transactionStatus, state, outcome) => {
  const transaction = { transId: '7', transactionStatus, authAmount: '19.95', settleAmount: '0.00' }
  const lookup = await returning({ ...ok, transaction }).details('7')
  expect(lookup).toMatchObject({ answer: 'found', transaction: { state, outcome, amount_cents: 1995, kind: 'charge' } })
  const refund = { ...transaction, transactionType: 'refundTransaction', refTransId: '6' }
  expect(await returning({ ...ok, transaction: refund }).details('7')).toMatchObject({
    transaction: { kind: 'refund', original_transaction_id: '6' },
  })
})

test.each([
  ['1', '7', 'approved'],
  ['1', '0', 'error'],
  ['2', '7', 'declined'],
  ['3', '7', 'error'],
  ['4', '7', 'held'],
  ['5', '7', 'unknown'],
])('a response with the code %s for the transaction %s has the outcome %s', async (responseCode, transId, outcome) => {
  const gateway = returning({ ...ok, transactionResponse: { responseCode, transId } })
  const refund = { transaction_id: '6', amount_cents: 100, last_4: '1111', attempt: 'R1' }
  const expected = { outcome, transaction_id: transId === '0' ? null : transId }
  expect(await gateway.refund(refund)).toMatchObject(expected)
  expect(await gateway.void('6')).toMatchObject(expected)
  expect(await gateway.decideHeld('6', 'approve')).toMatchObject(expected)
})

test.each([
  ['50', true],
  ['54', true],
  ['55', false],
])('a refund refused with the code %s offers a void of an unsettled capture: %s', async (errorCode, offer_void) => {
  const refusal = { responseCode: '3', transId: '0', errors: [{ errorCode, errorText: 'Refused.' }] }
  for (const [transactionStatus, isUnsettled] of [
    ['capturedPendingSettlement', true],
    ['settledSuccessfully', false],
    ['voided', false],
    ['FDSPendingReview', false],
  ] as const) {
    const transaction = { transId: '6', transactionStatus, authAmount: '19.95' }
    const gateway = returning({ ...ok, transactionResponse: refusal, transaction })
    const refund = { transaction_id: '6', amount_cents: 1995, last_4: '1111', attempt: 'R1' }
    expect(await gateway.refund(refund)).toMatchObject({ outcome: 'error', offer_void: offer_void && isUnsettled })
  }
})
