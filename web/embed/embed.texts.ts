import { texts } from '#platform/texts.ts'

export const embedTexts = texts({
  buy: ['Enroll now', 'Inscribirse ahora'],
  details: ['About the course', 'Acerca del curso'],
  courses: ['Courses', 'Cursos'],
  search: ['Find a course', 'Buscar un curso'],
  more: ['Show more courses', 'Mostrar más cursos'],
  none: ['No courses found.', 'No se encontraron cursos.'],
  loading: ['Loading…', 'Cargando…'],
  failed: ["The courses can't be shown here right now.", 'Los cursos no se pueden mostrar aquí en este momento.'],
  open: ['Open the course catalog', 'Abrir el catálogo de cursos'],
})
