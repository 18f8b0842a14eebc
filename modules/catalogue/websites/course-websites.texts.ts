import { texts } from '#platform/texts.ts'

export const courseWebsiteTexts = texts({
  title: ['Course websites', 'Cursos en los sitios web'],
  empty: [
    'No courses are for sale here yet. Add a course to a website to sell it.',
    'Todavía no hay cursos a la venta aquí. Agregue un curso a un sitio web para venderlo.',
  ],
  website: ['Website', 'Sitio web'],
  course: ['Course', 'Curso'],
  url: ['URL', 'URL'],
  coursePrice: ['Course Price', 'Precio del curso'],
  adminPrice: ['Admin Price', 'Precio administrativo'],
  minPrice: ['Min Price', 'Precio mínimo'],
  maxPrice: ['Max Price', 'Precio máximo'],
  status: ['Course Status', 'Estado del curso'],
  referral: ['Referral Link', 'Enlace de referidos'],
  updatedAt: ['Updated At', 'Actualizado el'],
  id: ['Course website ID', 'ID del curso en el sitio'],
  courseId: ['Course ID', 'ID del curso'],
  organization: ['Organization', 'Organización'],
  editPrices: ['Edit prices', 'Editar precios'],
})
