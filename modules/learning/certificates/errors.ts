import { defineErrors } from '../../../platform/errors.ts'

export const certificateErrors = defineErrors({
  ownAddressOnly: [
    403,
    'OWN_ADDRESS_ONLY',
    [
      'We can only email a certificate to the address on your account.',
      'Solo podemos enviar el certificado al correo electrónico de su cuenta.',
    ],
  ],
  unknownCertificate: [
    404,
    'UNKNOWN_CERTIFICATE',
    [
      "We couldn't find a certificate with this code. Check the code and try again.",
      'No encontramos ningún certificado con este código. Revise el código e inténtelo de nuevo.',
    ],
  ],
})
