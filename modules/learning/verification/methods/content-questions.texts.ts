import { texts } from '#platform/texts.ts'

/** Words of staff about the method. */
export const contentQuestionsWords = texts({
  name: ['Question about the course', 'Pregunta sobre el curso'],
})
