import { defineErrors } from '../../../platform/errors.ts'

export const certificateErrors = defineErrors({
  ownAddressOnly: [
    403,
    'OWN_ADDRESS_ONLY',
    [
      'A certificate can only be e-mailed to the address of your account.',
      'El certificado solo se puede enviar a la dirección de correo de su cuenta.',
    ],
  ],
  unknownCertificate: [
    404,
    'UNKNOWN_CERTIFICATE',
    ['No certificate has this code.', 'Ningún certificado tiene este código.'],
  ],
})
