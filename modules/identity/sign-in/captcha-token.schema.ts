import { optionalText } from '#platform/schema.ts'

/** The captcha token for this form; empty if no captcha is configured. */
export const captchaToken = () => optionalText(8_192)
