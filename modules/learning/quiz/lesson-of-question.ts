import type { Question } from '#modules/catalogue/index.ts'
import { componentPath } from '#modules/learning/progress/course-route.ts'
import type { Step } from '#modules/learning/progress/outline.ts'

export type QuestionLesson = { name: string; path: string }

const minNameLength = 6

/**
 * The lesson that contains the answer to a question: the one chosen by its author, or the one named in its references,
 * as in imported questions. Null if there is none.
 */
export function lessonOfQuestion(
  { references, configuration: { selectedComponent } }: Pick<Question, 'references' | 'configuration'>,
  steps: readonly Step[],
  student_course_id: number,
): QuestionLesson | null {
  const lessons = steps.map(({ component }) => component).filter(({ type }) => type === 'Content' || type === 'Media')
  const namedLessons = lessons
    .filter(({ name }) => name.length >= minNameLength && references.includes(name))
    .toSorted((a, b) => b.name.length - a.name.length)
  const lesson = lessons.find(({ component_id }) => component_id === selectedComponent) ?? namedLessons[0]
  return lesson ? { name: lesson.name, path: componentPath(student_course_id, lesson) } : null
}
