import { defineErrors } from '../../platform/errors.ts'

export const securityErrors = defineErrors({
  captchaDown: [
    503,
    'CAPTCHA_DOWN',
    [
      "We can't reach the captcha service right now. Try again in a moment.",
      'No podemos comunicarnos con el servicio de captcha en este momento. Inténtelo de nuevo en un momento.',
    ],
  ],
})
