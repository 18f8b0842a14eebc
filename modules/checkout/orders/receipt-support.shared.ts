import { maskPhone } from '#platform/phone.ts'
import type { Receipt } from './receipt.ts'

/** The support contacts for an order: phone, email or both; '' if the organization has none. */
export const formatSupport = ({
  support_phone,
  support_email,
}: Pick<Receipt, 'support_phone' | 'support_email'>): string =>
  [support_phone && maskPhone(support_phone), support_email].filter(Boolean).join(' · ')
