import { texts } from '../../../platform/texts.ts'

export const itemOptionTexts = texts({
  shipping: ['Certificate delivery', 'Entrega del certificado'],
  sendEmail: ['E-mail me the certificate, too', 'Enviarme el certificado también por correo electrónico'],
  audio: ['Add audio ({price})', 'Agregar audio ({price})'],
  update: ['Update', 'Actualizar'],
  free: ['FREE', 'GRATIS'],
})
