import { texts } from '../../../platform/texts.ts'

export const listTexts = texts({
  payments: ['Payments', 'Pagos'],
  noPayments: ['No payments yet.', 'Todavía no hay pagos.'],
  noPaymentsText: [
    'Payments will appear here as soon as they are made.',
    'Los pagos aparecerán aquí en cuanto se realicen.',
  ],
  paid: ['Date', 'Fecha'],
  course: ['Course', 'Curso'],
  total: ['Total', 'Total'],
  refunded: ['Refunded', 'Reembolsado'],
  status: ['Status', 'Estado'],
  receipt: ['Receipt', 'Recibo'],

  courses: ['Courses', 'Cursos'],
  noCourses: ['No courses yet.', 'Todavía no hay cursos.'],
  noCoursesOwn: ['Courses you buy will appear here.', 'Aquí aparecerán los cursos que compre.'],
  noCoursesStaff: ['Courses this person buys will appear here.', 'Aquí aparecerán los cursos que compre esta persona.'],
  website: ['Website', 'Sitio web'],
  enrolled: ['Enrolled', 'Inscripción'],
  finished: ['Finished', 'Terminado'],
  amount: ['Paid', 'Pagado'],
  report: ['Agency report', 'Informe a la agencia'],
  find: ['Find a course', 'Buscar un curso'],
  certificates: ['Certificates', 'Certificados'],
  noCertificates: ['No certificates yet.', 'Todavía no hay certificados.'],
  noCertificatesText: [
    'Certificates will appear here once they are issued.',
    'Los certificados aparecerán aquí cuando se emitan.',
  ],
  certificate: ['Certificate', 'Certificado'],
  issued: ['Issued Date', 'Fecha de emisión'],
  download: ['Download', 'Descargar'],
  downloadOf: ['Download certificate {number}', 'Descargar el certificado {number}'],
  noTickets: ['No support tickets.', 'No hay solicitudes de soporte.'],
  noTicketsText: [
    'Questions to support and their answers will appear here.',
    'Aquí aparecerán las preguntas a soporte y sus respuestas.',
  ],
})
