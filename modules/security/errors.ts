import { defineErrors } from '#platform/errors.ts'

export const securityErrors = defineErrors({
  captchaDown: [
    503,
    'CAPTCHA_DOWN',
    [
      "We can't reach the captcha service right now. Try again in a moment.",
      'Ahora no podemos conectarnos con el servicio de captcha. Inténtelo de nuevo en un momento.',
    ],
  ],
})
