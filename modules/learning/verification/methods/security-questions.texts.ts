import { texts } from '#platform/texts.ts'

/** Texts for staff about the method. */
export const securityQuestionsWords = texts({
  name: ['Personal question', 'Pregunta personal'],
})

/** Footprint texts for its recorded events and ways. */
export const securityQuestionsRecords = texts({
  'security.answers': ['Answered the personal questions', 'Respondió las preguntas personales'],
})
