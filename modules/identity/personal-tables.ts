import { erasedAddress } from '#platform/personal-data/erased-address.ts'
import type { Owner, PersonalTable } from '#platform/personal-data/personal-table.ts'

const user = { column: 'user_id' } as const
const session: Owner = { table: 'identity.session', key: 'session_id', whose: user }
const storefrontOrder: Owner = { table: 'identity.storefront_order', key: 'storefront_order_id', whose: user }

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  { table: 'identity.account_guess', whose: user, erase: 'delete' },
  { table: 'identity.client_link', whose: user, secret: ['token_hash'], erase: 'delete' },
  { table: 'identity.code_failure', whose: user, erase: 'delete' },
  { table: 'identity.device', whose: user, secret: ['device_hash'], erase: 'delete' },
  { table: 'identity.email_change', whose: user, secret: ['token_hash'], erase: 'delete' },
  { table: 'identity.external_person', whose: user, erase: 'delete' },
  { table: 'identity.letter', whose: user, erase: 'delete' },
  { table: 'identity.linked_account', whose: user, erase: 'delete' },
  { table: 'identity.notification', whose: user, erase: 'delete' },
  { table: 'identity.passkey_challenge', whose: user, secret: ['challenge_hash'], erase: 'delete' },
  { table: 'identity.passkey', whose: user, secret: ['credential_id', 'public_key'], erase: 'delete' },
  { table: 'identity.password_reset', whose: user, secret: ['token_hash'], erase: 'delete' },
  { table: 'identity.permission', whose: user, erase: 'delete' },
  { table: 'identity.recovery_code', whose: user, secret: ['code_hash'], erase: 'delete' },
  { table: 'identity.sign_in_change', whose: user, erase: 'delete' },
  { table: 'identity.sign_in_link', whose: user, secret: ['token_hash', 'code_hash'], erase: 'delete' },
  { table: 'identity.sign_in_step', whose: user, secret: ['handle_hash'], erase: 'delete' },
  { table: 'identity.social_account', whose: user, erase: 'delete' },
  { table: 'identity.totp', whose: user, secret: ['secret', 'pending'], erase: 'delete' },
  { table: 'identity.phone', whose: user, erase: 'delete' },
  {
    table: 'identity.task',
    whose: user,
    files: ['file_key'],
    erase: { keep: 'removed with its file after some days' },
  },
  { table: 'identity.audit_access', whose: user, erase: { keep: 'who read the records of a program' } },
  { table: 'identity.instructor_organization', whose: user, erase: { keep: 'students are not assigned' } },
  { table: 'identity.recruiter', whose: user, erase: { keep: 'the books: what recruiters are owed' } },
  {
    table: 'identity.invitation',
    whose: user,
    secret: ['seed', 'token_hash'],
    erase: { set: { email: erasedAddress, first_name: '', last_name: '' }, why: 'who invited whom' },
  },
  {
    table: 'identity.storefront_code',
    whose: { column: 'storefront_order_id', in: storefrontOrder },
    secret: ['code_hash'],
    erase: 'delete',
  },
  {
    table: 'identity.storefront_order',
    whose: user,
    erase: { set: { email: erasedAddress, customer_name: '' }, why: 'the books: the order of a shop' },
  },
  { table: 'identity.hand_over', whose: { column: 'session_id', in: session }, secret: ['code_hash'], erase: 'delete' },
  {
    table: 'identity.past_reference',
    whose: { column: 'session_id', in: session },
    secret: ['reference_hash'],
    erase: 'delete',
  },
  {
    table: 'identity.session',
    whose: user,
    viewer: 'viewed_by',
    secret: ['reference_hash', 'device_hash', 'view_reason'],
    erase: {
      set: { address: null, user_agent: null, device_hash: null },
      why: 'identity checks name the session in which they were passed',
    },
  },
  {
    table: 'identity.person',
    whose: user,
    secret: ['password_hash', 'loginid_key', 'email_key', 'first_last_key', 'last_first_key', 'search_text', 'notes'],
    files: ['profile_pic'],
    erase: {
      set: {
        loginid: 'erased-{id}',
        email: erasedAddress,
        password_hash: null,
        first_name: '',
        middle_name: '',
        last_name: '#{id}',
        lk_suffix_id: null,
        dob: null,
        gender: null,
        address1: '',
        address2: '',
        city: '',
        lk_state_id: null,
        zip: '',
        notes: '',
        profile_pic: null,
        email_proven_at: null,
        about_you_at: null,
      },
      why: 'records that stay name the account by its number',
    },
  },
]
