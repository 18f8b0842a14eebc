import { port } from '#platform/ctx.ts'
import type { ChargeRequest, OpaqueCard, Reason } from './gateway.ts'

/** The result of a vault call. 'unknown' means that it may have been done: read the list, or repeat it. */
export type VaultResult<T> = ({ outcome: 'done' } & T) | Undone
type Undone = { outcome: 'refused'; reason: Reason } | { outcome: 'unknown'; reason: Reason }

/** A card owner in the vault: our id of a person or an organization, and an email. */
export type VaultOwner = ({ user_id: number } | { organization_id: number }) & { email: string }
/** A card in the vault, as people recognize it. */
export type StoredCard = { gateway_profile_id: string; brand: string; last_4: string }
/** A card (1) or a bank account (2) of the vault. */
export type StoredMethod = StoredCard & { lk_payment_type_id: 1 | 2 }
type Customer = { customer_profile_id: string }

/** The return address of a hosted page. It is a separate page, never a frame in ours. */
export type HostedReturn = { return_url: string; cancel_url: string }
/** A customer's hosted page offers only cards to people, and also bank accounts to organizations. */
export type ProfilePage = HostedReturn & { banks?: boolean }

/**
 * The gateway's vault of cards. Like the gateway, it never throws for failures of the network or the other side. Adding
 * an existing card returns it.
 */
export type CardVault = {
  createCustomer(owner: VaultOwner): Promise<VaultResult<Customer>>
  addCard(customer_profile_id: string, card: OpaqueCard): Promise<VaultResult<{ gateway_profile_id: string }>>
  /** Saves the card that a transaction was charged to; creates the customer if none is given. */
  addCardOf(
    transaction_id: string,
    owner: VaultOwner,
    customer_profile_id: string | null,
  ): Promise<VaultResult<Customer & { gateway_profile_ids: string[] }>>
  listCards(customer_profile_id: string): Promise<VaultResult<{ cards: StoredCard[] }>>
  /** Cards and bank accounts. */
  listMethods(customer_profile_id: string): Promise<VaultResult<{ methods: StoredMethod[] }>>
  removeCard(customer_profile_id: string, gateway_profile_id: string): Promise<VaultResult<object>>
  /** A 15-minute token for the page where a customer manages the vault. */
  profilePage(customer_profile_id: string, page: ProfilePage): Promise<VaultResult<{ token: string }>>
  /** A 15-minute token for the page that pays exactly this charge. */
  paymentPage(
    request: Omit<ChargeRequest, 'card'>,
    customer_profile_id: string | null,
    back: HostedReturn,
  ): Promise<VaultResult<{ token: string }>>
  /** The form addresses for those tokens. */
  readonly hosted: { payment_url: string; profile_url: string }
}

/** The vault that the composition root opened. */
export const cardVault = port<CardVault>('checkout.card-vault')
