import { texts } from '#platform/texts.ts'

/** The reasons why a student cannot move on or complete. */
export const missingTexts = texts({
  TIME: ['Spend {time} more on this page to continue.', 'Dedique {time} más a esta página para continuar.'],
  BREAK: ['Your break ends in {time}.', 'Su descanso termina en {time}.'],
  INLINE_QUESTIONS: [
    'Answer every question on this page to continue ({count} left).',
    'Responda todas las preguntas de esta página para continuar (faltan: {count}).',
  ],
  VIDEOS: [
    "You'll need to watch this video in order to continue. {n}% Completed",
    'Debe ver este video para continuar. {n}% completado',
  ],
  QUIZ: ['Pass the quiz “{name}” to continue.', 'Apruebe el cuestionario “{name}” para continuar.'],
  FINAL_EXAM: ['Pass the final exam to complete the course.', 'Apruebe el examen final para completar el curso.'],
  REVIEW: [
    'An instructor is reviewing your answers. This takes 24-48 hours.',
    'Un instructor está revisando sus respuestas. Esto tarda de 24 a 48 horas.',
  ],
  DOCUMENTS: [
    'An instructor is reviewing your documents. This takes 24-48 hours.',
    'Un instructor está revisando sus documentos. Esto tarda de 24 a 48 horas.',
  ],
  EXTERNAL_EXAM: [
    'Pass the external exam to complete the course.',
    'Apruebe el examen externo para completar el curso.',
  ],
  EXTERNAL_REVIEW: [
    'We are reviewing your external exam. This takes 24-48 hours.',
    'Estamos revisando su examen externo. Esto tarda de 24 a 48 horas.',
  ],
  COMPONENT: ['Complete “{name}” first.', 'Primero complete “{name}”.'],
  AGREEMENT: ["You must type 'I Agree'", 'Debe escribir “I Agree”'],
  REG_INC: [
    'There is a problem with one or more of your registration questions.',
    'Hay un problema con una o más de sus preguntas de registro.',
  ],
  REG_INV: ['One or more answer you provided is invalid', 'Una o más de sus respuestas no son válidas'],
})
