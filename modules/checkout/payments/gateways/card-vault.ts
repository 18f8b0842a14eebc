import { port } from '#platform/ctx.ts'
import type { ChargeRequest, OpaqueCard, Reason } from './gateway.ts'

/** What came of asking the vault. 'unknown' means that it may have been done: ask for the list, or do it again. */
export type Vaulted<T> = ({ outcome: 'done' } & T) | Undone
type Undone = { outcome: 'refused'; reason: Reason } | { outcome: 'unknown'; reason: Reason }

/** The owner of cards as the vault knows them: our id of a person or of an organization, and an email. */
export type VaultOwner = ({ user_id: number } | { organization_id: number }) & { email: string }
/** A card of the vault, by what it is recognised by. */
export type KeptCard = { gateway_profile_id: string; brand: string; last_4: string }
/** A card (1) or a bank account (2) of the vault. */
export type KeptMethod = KeptCard & { lk_payment_type_id: 1 | 2 }
type Customer = { customer_profile_id: string }

/** Where a hosted page leads back to. It is a page of its own, never a frame in ours. */
export type HostedReturn = { return_url: string; cancel_url: string }
/** What the page of a customer offers: cards alone to people, bank accounts too to organizations. */
export type ProfilePage = HostedReturn & { banks?: boolean }

/**
 * The gateway's vault of cards. Like the gateway it never throws for what the network or the other side does. Adding
 * twice what is there already gives what is there.
 */
export type CardVault = {
  createCustomer(owner: VaultOwner): Promise<Vaulted<Customer>>
  addCard(customer_profile_id: string, card: OpaqueCard): Promise<Vaulted<{ gateway_profile_id: string }>>
  /** Keeps the card that a transaction was charged to; makes the customer where none is named. */
  addCardOf(
    transaction_id: string,
    owner: VaultOwner,
    customer_profile_id: string | null,
  ): Promise<Vaulted<Customer & { gateway_profile_ids: string[] }>>
  listCards(customer_profile_id: string): Promise<Vaulted<{ cards: KeptCard[] }>>
  /** Cards and bank accounts. */
  listMethods(customer_profile_id: string): Promise<Vaulted<{ methods: KeptMethod[] }>>
  removeCard(customer_profile_id: string, gateway_profile_id: string): Promise<Vaulted<object>>
  /** A token of 15 minutes for the page on which a customer manages what the vault keeps. */
  profilePage(customer_profile_id: string, page: ProfilePage): Promise<Vaulted<{ token: string }>>
  /** A token of 15 minutes for the page on which exactly this charge is paid. */
  paymentPage(
    request: Omit<ChargeRequest, 'card'>,
    customer_profile_id: string | null,
    back: HostedReturn,
  ): Promise<Vaulted<{ token: string }>>
  /** Where a form takes those tokens. */
  readonly hosted: { payment_url: string; profile_url: string }
}

/** The vault that the composition root opened. */
export const cardVault = port<CardVault>('checkout.card-vault')
