import { texts } from '#platform/texts.ts'

export const courseTexts = texts({
  courses: ['Courses', 'Cursos'],
  none: ['No courses yet.', 'Todavía no hay cursos.'],
  noneOwn: ['Courses you buy will appear here.', 'Aquí aparecerán los cursos que compre.'],
  noneStaff: ['Courses this person buys will appear here.', 'Aquí aparecerán los cursos que compre esta persona.'],
  course: ['Course', 'Curso'],
  status: ['Status', 'Estado'],
  website: ['Website', 'Sitio web'],
  enrolled: ['Enrolled', 'Inscripción'],
  finished: ['Finished', 'Terminado'],
  expires: ['Finish by', 'Fecha límite'],
  extend: ['Extend course', 'Ampliar plazo'],
  amount: ['Paid', 'Pagado'],
  downloads: ['Downloads', 'Descargas'],
  disclaimer: ['Proof of disclaimer', 'Constancia de aceptación'],
  footprint: ['Student footprint', 'Registro de actividad'],
  report: ['Agency report', 'Informe a la agencia'],
  issue: ['Issue a certificate', 'Emitir un certificado'],
  find: ['Find a course', 'Buscar un curso'],
  extraTime: ['Extra time in quizzes and checks', 'Tiempo adicional en cuestionarios y verificaciones'],
  identityChecks: ['Identity checks', 'Verificaciones de identidad'],
})
