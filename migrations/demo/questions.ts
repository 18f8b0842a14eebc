import { questionsOfPack } from '#modules/catalogue/entry.ts'
import type { QuestionUse } from '#modules/catalogue/questions/question-types.shared.ts'
import { localeOf } from '#modules/identity/index.ts'
import { agencyData } from '#modules/learning/entry.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { DemoCourse, DemoQuestion } from './source.ts'

type Place = { used_in: QuestionUse; quiz_id?: number; course_question_bank_id?: number; questions: DemoQuestion[] }

/** All questions of a course, wherever its file keeps them. */
export const questionRows = (sql: Sql, file: DemoCourse) =>
  withProgram(places(file), file).flatMap(({ used_in, quiz_id = null, course_question_bank_id = null, questions }) =>
    questions.map((question) => ({
      course_version_id: file.course.course_version_id,
      question_id: question.question_id,
      used_in,
      quiz_id,
      course_question_bank_id,
      position: question.order,
      lk_question_type_id: question.lk_question_type_id,
      title: question.configuration.title,
      reference: question.references,
      conditional: sql.array(question.conditional),
      configuration: sql.json(question.configuration),
    })),
  )

/**
 * The questions with those that the program and the agency of the course require and its registration does not ask. New
 * ones come last, as those that an author adds to a course.
 */
function withProgram(listedPlaces: Place[], { course, registration }: DemoCourse): Place[] {
  const { program_id, questions } = registration
  if (!program_id) return listedPlaces
  const needs = agencyData(course.reports_to ?? '')
  const lastId = Math.max(...listedPlaces.flatMap((place) => place.questions.map(({ question_id }) => question_id)))
  const addedQuestions = questionsOfPack({ program_id, needs }, questions, localeOf(course.lk_language_id)).map(
    ({ lk_question_type_id, references, conditional, configuration }, index) => ({
      question_id: lastId + index + 1,
      order: questions.length + index + 1,
      ...{ lk_question_type_id, references, conditional, configuration },
    }),
  )
  return [...listedPlaces, { used_in: 'registration', questions: addedQuestions }]
}

function places({ course, registration, questionBanks }: DemoCourse): Place[] {
  const { security_questions, content_questions } = course.course_security_options.methods
  const components = course.chapters.flatMap(({ sections }) => sections.flatMap(({ components }) => components))
  return [
    ...questionBanks.map(({ course_question_bank_id, questions }) => ({
      used_in: 'bank' as const,
      course_question_bank_id,
      questions,
    })),
    ...components.flatMap((component) =>
      component.type === 'Quiz'
        ? [{ used_in: 'quiz' as const, quiz_id: component.data.quiz_id, questions: component.data.questions }]
        : [],
    ),
    { used_in: 'registration', questions: registration.questions },
    { used_in: 'security', questions: security_questions.questions },
    { used_in: 'content', questions: content_questions.questions },
  ]
}
