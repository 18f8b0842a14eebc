import { texts } from '#platform/texts.ts'

export const organizationCourseTexts = texts({
  title: ['Courses', 'Cursos'],
  empty: [
    'No courses yet. Add a course to sell it here.',
    'Todavía no hay cursos. Agregue un curso para venderlo aquí.',
  ],
  name: ['Name', 'Nombre'],
  websites: ['Websites', 'Sitios web'],
  lowestPrice: ['Lowest price', 'Precio más bajo'],
  highestPrice: ['Highest price', 'Precio más alto'],
  status: ['Course Status', 'Estado del curso'],
  updatedAt: ['Updated At', 'Actualizado el'],
  id: ['Course ID', 'ID del curso'],
  courseWebsiteId: ['Course website ID', 'ID del curso en el sitio'],
  organization: ['Organization', 'Organización'],
  editPrices: ['Edit prices', 'Editar precios'],
  remove: ['Remove', 'Quitar'],
})
