import { texts } from '#platform/texts.ts'

export const certificateTexts = texts({
  reissued: ['Successfully reissued certificate.', 'Certificado reemitido correctamente.'],
  updated: ['Successfully updated certificate.', 'Certificado actualizado correctamente.'],
  withdrawn: ['Certificate withdrawn.', 'Certificado anulado.'],
  restored: ['Certificate restored.', 'Certificado restaurado.'],
  shipped: ['Certificates shipped.', 'Certificados enviados.'],
  marked: ['Marked as shipped.', 'Marcado como enviado.'],
  emailed: ['Certificate emailed successfully.', 'Certificado enviado por correo electrónico.'],
})
