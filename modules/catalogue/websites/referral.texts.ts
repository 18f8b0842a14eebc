import { texts } from '#platform/texts.ts'

export const referralTexts = texts({
  copied: ['Referral Link Copied', 'Enlace de referidos copiado'],
})
