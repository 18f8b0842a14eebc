import type { QuestionUse } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { DemoCourse, DemoQuestion } from './source.ts'

type Place = { used_in: QuestionUse; quiz_id?: number; course_question_bank_id?: number; questions: DemoQuestion[] }

/** All questions of a course, wherever its file keeps them. */
export const questionRows = (sql: Sql, file: DemoCourse) =>
  places(file).flatMap(({ used_in, quiz_id = null, course_question_bank_id = null, questions }) =>
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
