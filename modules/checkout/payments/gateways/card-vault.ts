import { port } from '#platform/ctx.ts'
import type { ChargeRequest, OpaqueCard, Reason } from './gateway.ts'

/** The result of a vault call. 'unknown' means that it may have taken effect: list the cards, or repeat it. */
export type VaultResult<T> = ({ outcome: 'done' } & T) | VaultFailure
type VaultFailure = { outcome: 'refused'; reason: Reason } | { outcome: 'unknown'; reason: Reason }

/** An owner of cards in the vault: our id of a person or an organization, and an email. */
export type VaultOwner = ({ user_id: number } | { organization_id: number }) & { email: string }
/** A card in the vault, with the data by which people recognize it. */
export type StoredCard = { gateway_profile_id: string; brand: string; last_4: string }
/** A card (1) or a bank account (2) in the vault. */
export type StoredMethod = StoredCard & { lk_payment_type_id: 1 | 2 }
type Customer = { customer_profile_id: string }

/** The URLs to which a hosted page returns. Hosted pages are never shown in a frame. */
export type HostedReturn = { return_url: string; cancel_url: string }
/** The settings of a customer's hosted page. `banks` also offers bank accounts, which only organizations can use. */
export type ProfilePage = HostedReturn & { banks?: boolean }

/**
 * The gateway's vault of cards. Like the gateway, it never throws for failures of the network or the vault. Adding an
 * existing card returns that card.
 */
export type CardVault = {
  createCustomer(owner: VaultOwner): Promise<VaultResult<Customer>>
  addCard(customer_profile_id: string, card: OpaqueCard): Promise<VaultResult<{ gateway_profile_id: string }>>
  /** Saves the card that a transaction was charged to; creates the customer if none is given. */
  addCardFromTransaction(
    transaction_id: string,
    owner: VaultOwner,
    customer_profile_id: string | null,
  ): Promise<VaultResult<Customer & { gateway_profile_ids: string[] }>>
  listCards(customer_profile_id: string): Promise<VaultResult<{ cards: StoredCard[] }>>
  /** Lists cards and bank accounts. */
  listMethods(customer_profile_id: string): Promise<VaultResult<{ methods: StoredMethod[] }>>
  removeCard(customer_profile_id: string, gateway_profile_id: string): Promise<VaultResult<object>>
  /** Returns a token, valid for 15 minutes, for the page where a customer manages their cards. */
  profilePage(customer_profile_id: string, page: ProfilePage): Promise<VaultResult<{ token: string }>>
  /** Returns a token, valid for 15 minutes, for the page that pays exactly this charge. */
  paymentPage(
    request: Omit<ChargeRequest, 'card'>,
    customer_profile_id: string | null,
    return_to: HostedReturn,
  ): Promise<VaultResult<{ token: string }>>
  /** The URLs to which those tokens are posted. */
  readonly hosted: { payment_url: string; profile_url: string }
}

/** The vault, which the composition root opens. */
export const cardVault = port<CardVault>('checkout.card-vault')
