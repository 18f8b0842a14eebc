import { texts } from '../../../platform/texts.ts'

export const listTexts = texts({
  payments: ['Payments', 'Pagos'],
  noPayments: ['No payments yet.', 'Todavía no hay pagos.'],
  noPaymentsText: ['Every payment stands here as soon as it is made.', 'Cada pago aparece aquí en cuanto se realiza.'],
  paid: ['Date', 'Fecha'],
  course: ['Course', 'Curso'],
  total: ['Total', 'Total'],
  refunded: ['Refunded', 'Reembolsado'],
  status: ['Status', 'Estado'],
  receipt: ['Receipt', 'Recibo'],

  courses: ['Courses', 'Cursos'],
  noCourses: ['No courses yet.', 'Todavía no hay cursos.'],
  noCoursesOwn: ['Courses that you buy stand here.', 'Aquí aparecen los cursos que compre.'],
  noCoursesStaff: ['Courses that this person buys stand here.', 'Aquí aparecen los cursos que compre esta persona.'],
  website: ['Website', 'Sitio web'],
  enrolled: ['Enrolled', 'Inscrito'],
  finished: ['Finished', 'Terminado'],
  amount: ['Paid', 'Pagado'],
  report: ['Report to the agency', 'Informe a la agencia'],
  find: ['Find a course', 'Buscar un curso'],
  certificates: ['Certificates', 'Certificados'],
  noCertificates: ['No certificates yet.', 'Todavía no hay certificados.'],
  noCertificatesText: [
    'A certificate stands here as soon as a course has been completed and it was issued.',
    'Aquí aparece un certificado en cuanto se completa un curso y se emite.',
  ],
  certificate: ['Certificate', 'Certificado'],
  issued: ['Issued Date', 'Fecha de emisión'],
  download: ['Download', 'Descargar'],
  downloadOf: ['Download certificate {number}', 'Descargar el certificado {number}'],
  noMethods: ['No saved payment methods.', 'No hay métodos de pago guardados.'],
  noMethodsText: [
    'Each purchase asks for the card anew; nothing of it is kept. Cards and bank accounts that you choose to save will stand here.',
    'Cada compra pide la tarjeta de nuevo y no se guarda nada de ella. Aquí aparecerán las tarjetas y cuentas bancarias que decida guardar.',
  ],
  noTickets: ['No support tickets.', 'No hay solicitudes de soporte.'],
  noTicketsText: [
    'Questions to the support desk, with their answers, will stand here.',
    'Aquí aparecerán las preguntas al servicio de soporte con sus respuestas.',
  ],
})
