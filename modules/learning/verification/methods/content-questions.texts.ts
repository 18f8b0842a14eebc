import { texts } from '#platform/texts.ts'

/** Texts for staff about the method. */
export const contentQuestionsWords = texts({
  name: ['Question about the course', 'Pregunta sobre el curso'],
})
