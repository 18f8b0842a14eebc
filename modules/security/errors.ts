import { defineErrors } from '../../platform/errors.ts'

export const securityErrors = defineErrors({
  captchaDown: [
    503,
    'CAPTCHA_DOWN',
    [
      'The captcha service cannot be reached. Please try again in a moment.',
      'No se puede contactar con el servicio de captcha. Inténtelo de nuevo en un momento.',
    ],
  ],
})
