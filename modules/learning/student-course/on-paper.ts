import { shippingType } from '#modules/catalogue/lookups.shared.ts'

/** The delivery methods that send a certificate by mail. */
export const onPaper: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]
