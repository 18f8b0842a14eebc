import { texts } from '#platform/texts.ts'

export const certificateTexts = texts({
  certificates: ['Certificates', 'Certificados'],
  none: ['No certificates yet.', 'Todavía no hay certificados.'],
  noneText: [
    'Certificates will appear here once they are issued.',
    'Los certificados aparecerán aquí cuando se emitan.',
  ],
  certificate: ['Certificate', 'Certificado'],
  course: ['Course', 'Curso'],
  issued: ['Issued Date', 'Fecha de emisión'],
  validUntil: ['Valid until {day}', 'Válido hasta el {day}'],
  noticeDue: ['Due to the court or agency by {day}', 'Debe entregarse al tribunal o a la agencia hasta el {day}'],
  download: ['Download', 'Descargar'],
  downloadOf: ['Download certificate {number}', 'Descargar el certificado {number}'],
})
