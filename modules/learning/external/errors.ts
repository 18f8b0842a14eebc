import { defineErrors } from '#platform/errors.ts'

export const externalErrors = defineErrors({
  noExternalExam: [
    422,
    'NO_EXTERNAL_EXAM',
    [
      "The external exam isn't open in this course right now.",
      'El examen externo de este curso no está disponible en este momento.',
    ],
  ],
  examsUsed: [
    422,
    'EXAMS_USED',
    [
      "You've used all your attempts at this exam. Contact support and we'll help.",
      'Ya usó todos sus intentos de este examen. Comuníquese con soporte y le ayudaremos.',
    ],
  ],
  examRefused: [
    422,
    'EXAM_REFUSED',
    [
      "The exam provider didn't accept you. Contact support and we'll help.",
      'El proveedor del examen no autorizó su acceso. Comuníquese con soporte y le ayudaremos.',
    ],
  ],
  examsDown: [
    503,
    'EXAMS_DOWN',
    [
      "We can't reach the exam provider right now. Try again in a few minutes.",
      'Ahora no podemos conectarnos con el proveedor del examen. Inténtelo de nuevo en unos minutos.',
    ],
  ],
  notReviewable: [
    409,
    'NOT_REVIEWABLE',
    ['This exam has no violation to review.', 'Este examen no tiene ninguna infracción por revisar.'],
  ],
})
