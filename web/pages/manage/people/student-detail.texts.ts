import { texts } from '#platform/texts.ts'

export const studentDetailTexts = texts({
  students: ['Students', 'Estudiantes'],
  account: ['Account', 'Cuenta'],
  charge: ['Charge', 'Cobrar'],
  advance: ['Advance', 'Adelantar'],
  history: ['Event History', 'Historial de eventos'],
  courses: ['Courses', 'Cursos'],
  noCourses: [
    'No courses yet. Courses appear here when the student buys one or staff add one.',
    'Todavía no hay cursos. Aparecerán aquí cuando el estudiante compre uno o el personal lo agregue.',
  ],
  course: ['Course', 'Curso'],
  website: ['Website', 'Sitio web'],
  status: ['Status', 'Estado'],
  certificate: ['Certificate', 'Certificado'],
  amount: ['Amount Paid', 'Importe pagado'],
  invoice: ['Invoice', 'Factura'],
  shipping: ['Shipping', 'Envío'],
  registered: ['Registered', 'Registro'],
  papers: ['Documents', 'Documentos'],
  proof: ['Proof of Disclaimer', 'Constancia de aceptación de condiciones'],
  enrollment: ['Verification of Enrollment', 'Constancia de inscripción'],
  download: ['Download', 'Descargar'],
  footprint: ['Student Footprint', 'Registro de actividad'],
  showing: ['The {n} most recent of {count} courses.', 'Los {n} cursos más recientes de {count}.'],
})
