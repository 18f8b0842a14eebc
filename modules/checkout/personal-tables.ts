import { erasedAddress } from '#platform/personal-data/erased-address.ts'
import type { Owner, PersonalTable } from '#platform/personal-data/personal-table.ts'

const user = { column: 'user_id' } as const
const order: Owner = { table: 'checkout.customer_order', key: 'order_id', whose: user }
const cart: Owner = { table: 'checkout.cart', key: 'cart_id', whose: user }
const books = { keep: 'the books, for seven years' } as const
const contract = { keep: 'the proof of what was agreed, for seven years' } as const

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  { table: 'checkout.authorization_key_try', whose: user, erase: 'delete' },
  { table: 'checkout.card_try', whose: user, erase: 'delete' },
  { table: 'checkout.leaver_letter', whose: user, erase: 'delete' },
  { table: 'checkout.leaver_refusal', whose: user, erase: { keep: 'that they want no reminders' } },
  {
    table: 'checkout.authorization_key',
    whose: { column: 'redeemed_by' },
    secret: ['code_hash', 'revoke_reason'],
    erase: books,
  },
  { table: 'checkout.agreement_evidence', whose: user, erase: contract },
  { table: 'checkout.terms_evidence', whose: user, erase: contract },
  {
    table: 'checkout.promo_use',
    whose: user,
    erase: { set: { email: erasedAddress }, why: 'uses of the code are counted' },
  },
  { table: 'checkout.payment', whose: user, erase: books },
  {
    table: 'checkout.payment_attempt',
    whose: { column: 'order_id', in: order },
    secret: ['device_hash'],
    erase: { set: { address: '', network: '', device_hash: null }, why: books.keep },
  },
  { table: 'checkout.external_order', whose: { column: 'order_id', in: order }, erase: 'delete' },
  { table: 'checkout.order_item', whose: { column: 'order_id', in: order }, erase: books },
  { table: 'checkout.cart_item', whose: { column: 'cart_id', in: cart }, erase: 'delete' },
  {
    table: 'checkout.cart',
    whose: user,
    secret: ['guest_hash'],
    erase: { keep: 'orders name their cart; without its items it is empty' },
  },
  {
    table: 'checkout.customer_order',
    whose: user,
    secret: ['guest_hash'],
    erase: {
      set: {
        first_name: '',
        last_name: '#{id}',
        email: erasedAddress,
        dob: null,
        address1: '',
        address2: '',
        billing_address1: '',
        billing_address2: '',
        note: '',
      },
      why: 'the books, for seven years; state and ZIP code are those of the tax',
    },
  },
  { table: 'checkout.payment_profile', whose: user, secret: ['gateway_profile_id'], erase: 'delete' },
  { table: 'checkout.customer_profile', whose: user, secret: ['customer_profile_id'], erase: 'delete' },
]
