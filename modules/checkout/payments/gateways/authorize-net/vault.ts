import { paymentType } from '#modules/checkout/lookups.shared.ts'
import type {
  CardVault,
  HostedReturn,
  ProfilePage,
  VaultOwner,
  VaultResult,
} from '#modules/checkout/payments/gateways/card-vault.ts'
import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { systemClock } from '#platform/clock.ts'
import { outboundFetch } from '#platform/outbound.ts'
import type { AuthorizeNetConfig } from './adapter.ts'
import { type Connection, post } from './post.ts'
import { type Body, chargeFields } from './requests.ts'
import {
  CustomerResponse,
  EmptyResponse,
  HostedResponse,
  ProfileListResponse,
  ProfileResponse,
  toStoredMethods,
} from './vault-wire.ts'

/** The URLs of the gateway's hosted pages, to which tokens are posted. */
export const hostedPageUrls = {
  production: {
    payment_url: 'https://accept.authorize.net/payment/payment',
    profile_url: 'https://accept.authorize.net/customer/manage',
  },
  sandbox: {
    payment_url: 'https://test.authorize.net/payment/payment',
    profile_url: 'https://test.authorize.net/customer/manage',
  },
} as const

type Messages = { messages: { resultCode: string; message: { code: string; text: string | null }[] } }

/** The record already exists. For a customer, the text contains its id. */
const duplicateCode = 'E00039'
const noRecordCode = 'E00040'

/** Calls the vault. Errors with a code in `successCodes` count as success. */
async function callVault<T extends Messages>(
  connection: Connection,
  body: Body,
  schema: Parameters<typeof post<T>>[2],
  successCodes: readonly string[] = [],
): Promise<VaultResult<{ body: T; reason: Reason }>> {
  const response = await post(connection, body, schema)
  if (response.kind !== 'answer') {
    return { outcome: response.kind === 'lost' ? 'unknown' : 'refused', reason: response.reason }
  }
  const { resultCode, message } = response.body.messages
  const reason = { code: message[0]?.code ?? '', text: message[0]?.text ?? '' }
  if (resultCode === 'Ok' || successCodes.includes(reason.code)) return { outcome: 'done', body: response.body, reason }
  return { outcome: 'refused', reason }
}

/** Parses the id in 'A duplicate record with ID 39931060 already exists.' */
const parseId = ({ text }: Reason) => /ID (\d+)/.exec(text)?.[1] ?? null
const unreadableResult = {
  outcome: 'unknown',
  reason: { code: 'unreadable', text: 'The response contains no record.' },
} as const

/** Only the ids of organizations have a prefix, for historical reasons. */
const customerFields = (owner: VaultOwner) => ({
  merchantCustomerId: 'user_id' in owner ? String(owner.user_id) : `org-${owner.organization_id}`,
  // The gateway refuses an empty email but accepts a missing one.
  ...(owner.email && { email: owner.email.slice(0, 255) }),
})

/** Values other than strings are sent as JSON text. */
const settingList = (values: Record<string, unknown>) => ({
  setting: Object.entries(values).map(([settingName, value]) => ({
    settingName,
    settingValue: typeof value === 'string' ? value : JSON.stringify(value),
  })),
})

const profileSettings = ({ return_url, banks = false }: ProfilePage) =>
  settingList({
    hostedProfileReturnUrl: return_url,
    hostedProfileManageOptions: 'showPayment',
    hostedProfilePaymentOptions: banks ? 'showAll' : 'showCreditCard',
  })

const paymentSettings = ({ return_url, cancel_url }: HostedReturn) =>
  settingList({
    hostedPaymentReturnOptions: { showReceipt: false, url: return_url, cancelUrl: cancel_url },
    hostedPaymentPaymentOptions: { cardCodeRequired: true, showCreditCard: true, showBankAccount: false },
    hostedPaymentShippingAddressOptions: { show: false, required: false },
  })

/** Authorize.Net's customer profiles (CIM) and hosted pages behind the port. */
export function openCardVault(config: AuthorizeNetConfig & { hosted: CardVault['hosted'] }): CardVault {
  const { endpoint, api_login_id, transaction_key, deadline_ms = 30_000, clock = systemClock } = config
  const send = config.fetch ?? outboundFetch('payment')
  const connection: Connection = { endpoint, api_login_id, transaction_key, fetch: send, deadline_ms, clock }

  return {
    hosted: config.hosted,
    async createCustomer(owner) {
      const fields = { profile: customerFields(owner) }
      const response = await callVault(connection, { call: 'createCustomerProfileRequest', fields }, CustomerResponse, [
        duplicateCode,
      ])
      if (response.outcome !== 'done') return response
      const customer_profile_id = response.body.customerProfileId ?? parseId(response.reason)
      return customer_profile_id ? { outcome: 'done', customer_profile_id } : unreadableResult
    },
    async addCard(customerProfileId, card) {
      const payment = { opaqueData: { dataDescriptor: card.descriptor, dataValue: card.value } }
      // Makes the bank check the card without charging it.
      const fields = { customerProfileId, paymentProfile: { payment }, validationMode: 'liveMode' }
      const call = 'createCustomerPaymentProfileRequest'
      const response = await callVault(connection, { call, fields }, ProfileResponse, [duplicateCode])
      if (response.outcome !== 'done') return response
      const gateway_profile_id = response.body.customerPaymentProfileId
      return gateway_profile_id ? { outcome: 'done', gateway_profile_id } : unreadableResult
    },
    async addCardFromTransaction(transId, owner, customerId) {
      const call = 'createCustomerProfileFromTransactionRequest'
      const profile = customerId ? { customerProfileId: customerId } : { customer: customerFields(owner) }
      const response = await callVault(connection, { call, fields: { transId, ...profile } }, CustomerResponse, [
        duplicateCode,
      ])
      if (response.outcome !== 'done') return response
      const customer_profile_id = response.body.customerProfileId ?? customerId ?? parseId(response.reason)
      if (!customer_profile_id) return unreadableResult
      return { outcome: 'done', customer_profile_id, gateway_profile_ids: response.body.customerPaymentProfileIdList }
    },
    async listCards(customerProfileId) {
      const result = await this.listMethods(customerProfileId)
      if (result.outcome !== 'done') return result
      const cards = result.methods.flatMap(({ lk_payment_type_id, ...card }) =>
        lk_payment_type_id === paymentType.CreditCard ? [card] : [],
      )
      return { outcome: 'done', cards }
    },
    async listMethods(customerProfileId) {
      const body = { call: 'getCustomerProfileRequest', fields: { customerProfileId } }
      const response = await callVault(connection, body, ProfileListResponse)
      if (response.outcome !== 'done') return response
      const methods = (response.body.profile?.paymentProfiles ?? []).flatMap(toStoredMethods)
      return { outcome: 'done', methods }
    },
    async removeCard(customerProfileId, customerPaymentProfileId) {
      const fields = { customerProfileId, customerPaymentProfileId }
      const body = { call: 'deleteCustomerPaymentProfileRequest', fields }
      const response = await callVault(connection, body, EmptyResponse, [noRecordCode])
      return response.outcome === 'done' ? { outcome: 'done' } : response
    },
    async profilePage(customerProfileId, page) {
      const fields = { customerProfileId, hostedProfileSettings: profileSettings(page) }
      return readToken(await callVault(connection, { call: 'getHostedProfilePageRequest', fields }, HostedResponse))
    },
    async paymentPage(request, customerProfileId, returnUrls) {
      const { transactionType, amount, currencyCode, ...otherFields } = chargeFields(request)
      const profile = customerProfileId ? { profile: { customerProfileId } } : {}
      const transactionRequest = { transactionType, amount, currencyCode, ...profile, ...otherFields }
      const fields = { refId: request.attempt, transactionRequest, hostedPaymentSettings: paymentSettings(returnUrls) }
      return readToken(await callVault(connection, { call: 'getHostedPaymentPageRequest', fields }, HostedResponse))
    },
  }
}

function readToken(response: VaultResult<{ body: { token: string | null } }>): VaultResult<{ token: string }> {
  if (response.outcome !== 'done') return response
  const { token } = response.body
  return token ? { outcome: 'done', token } : unreadableResult
}
