import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SimCard } from './cards.ts'
import { find, type SimState } from './ledger.ts'
import { ok, refuse } from './wire.ts'

type Answer = Record<string, unknown>
type Fields = Record<string, unknown>
const duplicate = (id: string) => refuse('E00039', `A duplicate record with ID ${id} already exists.`)
const noRecord = () => refuse('E00040', 'The record cannot be found.')

const Owner = z.object({ merchantCustomerId: z.string().max(20), email: z.string().max(255).optional() })

function customerOf(state: SimState, owner: unknown): { id: string; made: boolean } {
  const { merchantCustomerId } = Owner.parse(owner)
  const existing = Object.entries(state.customers).find(([, name]) => name === merchantCustomerId)
  if (existing) return { id: existing[0], made: false }
  const id = String(900_001 + Object.keys(state.customers).length)
  state.customers[id] = merchantCustomerId
  return { id, made: true }
}

const cardsOf = (state: SimState, customer: string) =>
  Object.entries(state.saved_cards).filter(([key]) => key.startsWith(`${customer}/`))

/** Adds a card to a customer, unless it is already there. */
export function storeCard(state: SimState, customer: string, card: SimCard): { id: string; made: boolean } {
  const existing = cardsOf(state, customer).find(([, { print }]) => print === card.print)
  if (existing) return { id: existing[0].split('/')[1]!, made: false }
  const id = String(state.next_profile_id)
  state.next_profile_id += 1
  state.saved_cards[`${customer}/${id}`] = card
  return { id, made: true }
}

/** Adds a bank account to a customer, unless it is already there. */
export function storeBank(state: SimState, customer: string, last_4: string): void {
  if (Object.entries(state.saved_banks).some(([key, four]) => key.startsWith(`${customer}/`) && four === last_4)) return
  state.saved_banks[`${customer}/${state.next_profile_id}`] = last_4
  state.next_profile_id += 1
}

const banksOf = (state: SimState, customer: string) =>
  Object.entries(state.saved_banks).flatMap(([key, last_4]) => {
    const [owner, customerPaymentProfileId] = key.split('/')
    const bankAccount = { accountNumber: `XXXX${last_4}`, accountType: 'checking', bankName: 'Simulated Bank' }
    return owner === customer ? [{ customerPaymentProfileId, payment: { bankAccount } }] : []
  })

const CardFields = z.object({
  customerProfileId: z.string(),
  paymentProfile: z.object({ payment: z.object({ opaqueData: z.object({ dataValue: z.string() }) }) }),
  validationMode: z.enum(['none', 'testMode', 'liveMode']).optional(),
})

function addCard(state: SimState, fields: Fields, now: number): Answer {
  const { customerProfileId, paymentProfile, validationMode } = CardFields.parse(fields)
  if (!state.customers[customerProfileId]) return noRecord()
  const nonce = state.nonces[paymentProfile.payment.opaqueData.dataValue]
  if (!nonce || nonce.used || nonce.expires_at <= now) return refuse('E00114', 'Invalid OTS Token.')
  nonce.used = true
  if (validationMode === 'liveMode' && nonce.card.behavior === 'decline') {
    return refuse('E00027', 'This transaction has been declined.')
  }
  const { id, made } = storeCard(state, customerProfileId, nonce.card)
  const answer = made ? ok() : refuse('E00039', 'A duplicate customer payment profile already exists.')
  return { customerProfileId, customerPaymentProfileId: id, ...answer }
}

function addCardOf(state: SimState, fields: Fields): Answer {
  const transaction = find(state, String(fields.transId))
  if (transaction?.code !== 1) return noRecord()
  const customerId = fields.customerProfileId ? String(fields.customerProfileId) : null
  if (customerId && !state.customers[customerId]) return noRecord()
  const customer = customerId ? { id: customerId, made: true } : customerOf(state, fields.customer)
  if (!customer.made) return duplicate(customer.id)
  const { id, made } = storeCard(state, customer.id, transaction.card)
  if (!made) return { customerProfileId: customer.id, ...refuse('E00039', 'A duplicate payment profile exists.') }
  return { customerProfileId: customer.id, customerPaymentProfileIdList: [id], ...ok() }
}

/** The calls for customer profiles and hosted pages, by their root key. */
export const vaultCalls: Record<string, (state: SimState, fields: Fields, now: number) => Answer> = {
  createCustomerProfileRequest(state, { profile }) {
    const { id, made } = customerOf(state, profile)
    return made ? { customerProfileId: id, customerPaymentProfileIdList: [], ...ok() } : duplicate(id)
  },
  createCustomerPaymentProfileRequest: addCard,
  createCustomerProfileFromTransactionRequest: addCardOf,
  getCustomerProfileRequest(state, { customerProfileId }) {
    const customer = String(customerProfileId)
    if (!state.customers[customer]) return noRecord()
    const cards = cardsOf(state, customer).map(([key, { last_4, brand }]) => ({
      customerPaymentProfileId: key.split('/')[1],
      payment: { creditCard: { cardNumber: `XXXX${last_4}`, expirationDate: 'XXXX', cardType: brand } },
    }))
    const paymentProfiles = [...cards, ...banksOf(state, customer)]
    return { profile: { ...(paymentProfiles.length > 0 && { paymentProfiles }), customerProfileId: customer }, ...ok() }
  },
  deleteCustomerPaymentProfileRequest(state, { customerProfileId, customerPaymentProfileId }) {
    const key = `${customerProfileId}/${customerPaymentProfileId}`
    if (!state.saved_cards[key] && !state.saved_banks[key]) return noRecord()
    delete state.saved_cards[key]
    delete state.saved_banks[key]
    return ok()
  },
  getHostedProfilePageRequest(state, { customerProfileId, hostedProfileSettings }) {
    const customer = String(customerProfileId)
    if (!state.customers[customer]) return noRecord()
    return hostedToken(state, { customer, settings: hostedProfileSettings })
  },
  getHostedPaymentPageRequest: (state, { transactionRequest, hostedPaymentSettings }) =>
    hostedToken(state, { request: transactionRequest, settings: hostedPaymentSettings }),
}

function hostedToken(state: SimState, page: SimState['hosted'][string]): Answer {
  const token = randomUUID() + randomUUID()
  state.hosted[token] = page
  return { token, ...ok() }
}
