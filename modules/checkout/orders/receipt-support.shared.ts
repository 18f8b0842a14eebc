import { maskPhone } from '#platform/phone.ts'
import type { Receipt } from './receipt.ts'

/** Where to ask about an order: phone, email or both; '' where the organization names neither. */
export const supportOf = ({ support_phone, support_email }: Pick<Receipt, 'support_phone' | 'support_email'>): string =>
  [support_phone && maskPhone(support_phone), support_email].filter(Boolean).join(' · ')
