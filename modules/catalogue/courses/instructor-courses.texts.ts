import { texts } from '#platform/texts.ts'

export const instructorCourseTexts = texts({
  title: ["{name}'s courses", 'Cursos de {name}'],
  lead: [
    "Courses that this instructor's organization or its sub-organizations offer.",
    'Cursos que ofrece la organización de este instructor o sus suborganizaciones.',
  ],
  courses: ['Courses', 'Cursos'],
  none: [
    "Courses appear here when they are on a website of the instructor's organization.",
    'Aquí aparecen los cursos que están en un sitio web de la organización del instructor.',
  ],
  noneTitle: ['No courses yet', 'Todavía no hay cursos'],
  name: ['Course', 'Curso'],
  enrollments: ['Enrollments', 'Inscripciones'],
  students: ['Students', 'Estudiantes'],
  certificates: ['Certificates', 'Certificados'],
  subInstructors: ['Sub-instructors', 'Subinstructores'],
  status: ['Instructor status', 'Estado del instructor'],
  next: ['Next courses', 'Cursos siguientes'],
  back: ['Instructors', 'Instructores'],
  account: ['View account', 'Ver cuenta'],
})
