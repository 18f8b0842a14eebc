import { z } from 'zod'
import { type Behavior, behaviors } from '#simulators/payments/behavior.ts'
import { makeToken } from './accept.ts'
import { type Call, cancel, charge, type DecidedAnswer, decideHeld, queryCalls, refund } from './calls.ts'
import { simulatorKeys } from './config.ts'
import type { SimState } from './ledger.ts'
import { vaultCalls } from './vault.ts'
import { firstOutOfOrder, refuse, TransactionRequest } from './wire.ts'

/** The simulator's keys; invented, and the same everywhere so that a dev server needs no configuration. */
const Envelope = z.record(z.string(), z.looseObject({ refId: z.string().max(20).optional() }))
const Keys = z.object({ name: z.string(), transactionKey: z.string().optional(), clientKey: z.string().optional() })

const isKnown = (credentials: unknown, secret: 'transactionKey' | 'clientKey') => {
  const keys = Keys.safeParse(credentials).data
  const expected = secret === 'clientKey' ? simulatorKeys.client_key : simulatorKeys.transaction_key
  return keys?.name === simulatorKeys.api_login_id && keys[secret] === expected
}

export type Scripts = { money: Behavior[]; queries: Behavior[] }
const sent = (answer: Record<string, unknown>): DecidedAnswer => ({ answer, conduct: behaviors.approve })

function moveMoney(call: Call, fields: Record<string, unknown>, scripts: Scripts): DecidedAnswer {
  const parsed = TransactionRequest.safeParse(fields.transactionRequest)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.')
    return sent({ refId: call.refId, ...refuse('E00003', `The element '${path}' is invalid.`) })
  }
  const operations = { authCaptureTransaction: charge, refundTransaction: refund, voidTransaction: cancel }
  return operations[parsed.data.transactionType](call, parsed.data, () => scripts.money.shift())
}

/** The gateway's response to one posted body, and how it travels. */
export function decide(state: SimState, scripts: Scripts, body: string, now: number): DecidedAnswer {
  const posted = JSON.parse(body)
  const envelope = Envelope.safeParse(posted)
  const [name, fields] = Object.entries(envelope.data ?? {})[0] ?? []
  if (!name || !fields) return sent(refuse('E00003', 'The request could not be read.'))
  if (name === 'securePaymentContainerRequest') {
    const isAuthenticated = isKnown(fields.merchantAuthentication, 'clientKey')
    return sent(isAuthenticated ? makeToken(state, fields, now) : refuse('E_WC_21', 'User authentication failed.'))
  }
  // The parsed copy does not preserve the key order.
  const misplaced = firstOutOfOrder(name, posted[name])
  if (misplaced) return sent(refuse('E00003', `The element '${misplaced}' has invalid place in its parent.`))
  if (!isKnown(fields.merchantAuthentication, 'transactionKey')) {
    return sent(refuse('E00007', 'User authentication failed due to invalid authentication values.'))
  }
  if (name === 'createTransactionRequest') return moveMoney({ state, refId: fields.refId, now }, fields, scripts)
  if (name === 'updateHeldTransactionRequest') {
    const call = { state, refId: fields.refId, now }
    return decideHeld(call, fields.heldTransactionRequest, () => scripts.money.shift())
  }
  const vault = vaultCalls[name]
  if (vault) {
    const conduct = behaviors[scripts.queries.shift() ?? 'approve']
    const answer = conduct.reached ? vault(state, fields, now) : {}
    return { answer: { refId: fields.refId, ...answer }, conduct }
  }
  const query = queryCalls[name]
  if (!query) return sent(refuse('E00004', 'The name of the requested API method is invalid.'))
  const conduct = behaviors[scripts.queries.shift() ?? 'approve']
  return { answer: { refId: fields.refId, ...query(state, fields) }, conduct }
}
