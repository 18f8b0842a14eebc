import { shippingType } from '#modules/catalogue/lookups.shared.ts'

/** The ways of delivery by which a certificate goes by mail. */
export const onPaper: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]
