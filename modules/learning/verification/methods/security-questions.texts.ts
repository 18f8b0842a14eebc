import { texts } from '#platform/texts.ts'

/** Words of staff about the method. */
export const securityQuestionsWords = texts({
  name: ['Personal question', 'Pregunta personal'],
})

/** The words of the footprint for its events and ways, by how these are recorded. */
export const securityQuestionsRecords = texts({
  'security.answers': ['Answered the personal questions', 'Respondió las preguntas personales'],
})
