import { texts } from '#platform/texts.ts'

export const itemOptionTexts = texts({
  shipping: ['Certificate delivery', 'Entrega del certificado'],
  sendEmail: ['Also email me the certificate', 'Enviarme también el certificado por correo electrónico'],
  audio: ['Add audio ({price})', 'Agregar audio ({price})'],
  update: ['Update', 'Actualizar'],
  free: ['FREE', 'GRATIS'],
})
