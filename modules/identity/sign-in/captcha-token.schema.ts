import { optionalText } from '#platform/schema.ts'

/** What the captcha's library made for this form; nothing where no captcha is configured. */
export const captchaToken = () => optionalText(8_192)
