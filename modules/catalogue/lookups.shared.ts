import type { Lookup } from '#platform/lookups.ts'

export const lk_course_language = { 1: ['English', 'Inglés'], 2: ['Spanish', 'Español'] } as const satisfies Lookup

export const lk_course_status = {
  1: ['Unpublished', 'Sin publicar'],
  2: ['Published', 'Publicado'],
} as const satisfies Lookup

export const lk_course_category = {
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

export const lk_question_type_id = {
  1: ['Short Answer', 'Respuesta corta'],
  2: ['Single Choice', 'Opción única'],
  3: ['Sort Order', 'Ordenar'],
  4: ['True or False', 'Verdadero o falso'],
  5: ['Dropdown', 'Lista desplegable'],
  6: ['Multiple Choice', 'Opción múltiple'],
  8: ['Long Answer', 'Respuesta larga'],
  9: ['Drivers License', 'Licencia de conducir'],
  10: ['State', 'Estado'],
  11: ['License Number', 'Número de licencia'],
  14: ['SSN (Last 4)', 'Seguro Social (últimos 4 dígitos)'],
  15: ['Course Reason', 'Motivo del curso'],
  16: ['Date', 'Fecha'],
  18: ['County', 'Condado'],
  19: ['Upload', 'Subir archivo'],
  20: ['Matching', 'Relacionar'],
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

export const questionType = {
  ShortAnswer: 1,
  SingleChoice: 2,
  SortOrder: 3,
  TrueOrFalse: 4,
  Dropdown: 5,
  MultipleChoice: 6,
  LongAnswer: 8,
  DriversLicense: 9,
  State: 10,
  LicenseNumber: 11,
  Ssn: 14,
  CourseReason: 15,
  Date: 16,
  County: 18,
  Upload: 19,
  Matching: 20,
} as const

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

/** The lookups of this module, as its manifest declares them. */
export const lookups = {
  lk_course_language,
  lk_course_status,
  lk_course_category,
  lk_component_type,
  lk_question_type_id,
  lk_file_type,
  lk_shipping_type,
}
