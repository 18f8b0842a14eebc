import { texts } from '#platform/texts.ts'

export const certificateTexts = texts({
  certificates: ['Certificates', 'Certificados'],
  none: ['No certificates yet.', 'Todavía no hay certificados.'],
  noneText: [
    'Certificates will appear here once they are issued.',
    'Los certificados aparecerán aquí cuando se emitan.',
  ],
  awaitsAnswer: ["Waiting for the agency's number", 'En espera del número de la agencia'],
  awaitsStock: ['Waiting for certificate numbers', 'En espera de números de certificado'],
  answerNext: [
    'The agency assigns the number when it accepts the report of the completion. Then the certificate is issued.',
    'La agencia asigna el número cuando acepta el informe de la finalización. Entonces se emite el certificado.',
  ],
  stockNext: [
    'The certificate is issued once there are numbers bought from the state.',
    'El certificado se emite cuando haya números comprados al estado.',
  ],
  seeReport: ['See the report', 'Ver el informe'],
  seeReportOf: ['See the report: {course}', 'Ver el informe: {course}'],
  certificate: ['Certificate', 'Certificado'],
  course: ['Course', 'Curso'],
  issued: ['Issued Date', 'Fecha de emisión'],
  validUntil: ['Valid until {day}', 'Válido hasta el {day}'],
  noticeDue: ['Due to the court or agency by {day}', 'Debe entregarse al tribunal o a la agencia hasta el {day}'],
  download: ['Download', 'Descargar'],
  downloadOf: ['Download certificate {number}', 'Descargar el certificado {number}'],
})
