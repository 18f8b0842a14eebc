import { texts } from '../../../platform/texts.ts'

export const certificateTexts = texts({
  emailed: ['Certificate emailed successfully.', 'Certificado enviado por correo electrónico.'],
})
