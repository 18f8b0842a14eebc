import type { Lookup } from '#platform/lookups.ts'
import type { Locale } from '#platform/texts.ts'

export const lk_course_language = { 1: ['English', 'Inglés'], 2: ['Spanish', 'Español'] } as const satisfies Lookup

/** The id of the course language in which a page is read; English for languages without courses. */
export const courseLanguageOf = (locale: Locale): keyof typeof lk_course_language => (locale === 'es-es' ? 2 : 1)

export const lk_course_status = {
  1: ['Unpublished', 'Sin publicar'],
  2: ['Published', 'Publicado'],
} as const satisfies Lookup

const lk_course_category = {
  1: ['Defensive Driving', 'Manejo defensivo'],
  2: ['Driver Improvement', 'Mejoramiento del conductor'],
  3: ['Traffic School', 'Escuela de tráfico'],
  4: ['First-Time Driver', 'Conductor principiante'],
  5: ['Commercial Driver', 'Conductor comercial'],
} as const satisfies Lookup

export const lk_component_type = {
  1: ['Content', 'Contenido'],
  2: ['Media', 'Multimedia'],
  3: ['Quiz', 'Cuestionario'],
  4: ['Break', 'Descanso'],
} as const satisfies Lookup

export const lk_file_type = {
  1: ['Image', 'Imagen'],
  2: ['Video', 'Video'],
  3: ['Audio', 'Audio'],
  4: ['PDF', 'PDF'],
  5: ['Document', 'Documento'],
  6: ['Datasheet', 'Hoja de cálculo'],
  7: ['PowerPoint', 'PowerPoint'],
  8: ['Other', 'Otro'],
  9: ['Certificate', 'Certificado'],
  10: ['Signature', 'Firma'],
  11: ['Captions', 'Subtítulos'],
} as const satisfies Lookup

export const lk_shipping_type = {
  1: ['Email + Digital Download', 'Correo electrónico + descarga digital'],
  2: ['Mail (7-10 Days)', 'Correo postal (7-10 días)'],
  3: ['Mail (Overnight)', 'Correo postal (entrega al día siguiente)'],
  4: ['Digital Download', 'Descarga digital'],
} as const satisfies Lookup

export const courseLanguage = { English: 1, Spanish: 2 } as const

export const courseStatus = { Unpublished: 1, Published: 2 } as const

export const componentType = { Content: 1, Media: 2, Quiz: 3, Break: 4 } as const

export const fileType = {
  Image: 1,
  Video: 2,
  Audio: 3,
  Pdf: 4,
  Document: 5,
  Datasheet: 6,
  PowerPoint: 7,
  Other: 8,
  Certificate: 9,
  Signature: 10,
  Captions: 11,
} as const

export const shippingType = { EmailAndDownload: 1, Mail: 2, MailOvernight: 3, Download: 4 } as const

/** The lookups of this module; its manifest adds the question types. */
export const lookups = {
  lk_course_language,
  lk_course_status,
  lk_course_category,
  lk_component_type,
  lk_file_type,
  lk_shipping_type,
}
