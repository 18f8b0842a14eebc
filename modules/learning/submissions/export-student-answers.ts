import { type Question, selectQuestions } from '#modules/catalogue/index.ts'
import { lk_quiz_attempt_status } from '#modules/learning/lookups.shared.ts'
import { listAnswersOf } from '#modules/learning/questions/answer.sql.ts'
import { formatAnswer } from '#modules/learning/questions/format-answer.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { sheet, sheetResponse } from '#platform/grid/sheet-response.ts'
import { maxSheetRows } from '#platform/grid/xlsx.ts'
import { label } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { submissionErrors } from './errors.ts'
import { readSubmissionsKey } from './permissions.ts'

const messages = texts({
  last: ['Last Name', 'Apellido'],
  first: ['First Name', 'Nombre'],
  email: ['Email', 'Correo electrónico'],
  organization: ['Organization', 'Organización'],
  courseNumber: ['Course Number', 'Número del curso'],
  course: ['Course', 'Curso'],
  version: ['Version', 'Versión'],
  attempt: ['Attempt', 'Intento'],
  started: ['Started', 'Inicio'],
  submitted: ['Finished', 'Finalización'],
  status: ['Status', 'Estado'],
  score: ['Score', 'Puntaje'],
  number: ['Question', 'Pregunta'],
  question: ['Question Text', 'Texto de la pregunta'],
  answer: ['Answer', 'Respuesta'],
  correct: ['Correct', 'Correcta'],
  comment: ['Comment', 'Comentario'],
})
const batchSize = 100

export const exportStudentAnswers = operation({
  call: 'GET /quiz/exportStudentAnswers',
  summary: "Exports the finished attempts at a quiz with every answer, of students in the caller's organizations",
  may: staff(readSubmissionsKey),
  takes: z.object({ quiz_id: id() }),
  gives: sheet,
  fails: [submissionErrors.noAnswers],
  rate: 'export',
  audit: 'quiz.exportStudentAnswers',
  async run(ctx, { quiz_id }) {
    // Reads the first rows before the response starts, so that a quiz without finished attempts gets an error message.
    const first = await listAttempts(ctx, quiz_id, 0)
    if (first.length === 0) throw submissionErrors.noAnswers()
    const headings = Object.values(messages).map((text) => localize(ctx.locale, text))
    return sheetResponse(ctx, `quiz-${quiz_id}-export.xlsx`, headings, rowsOf(ctx, quiz_id, first))
  },
})

type Row = {
  quiz_attempt_id: number
  student_course_id: number
  course_version_id: number
  course: string
  version_number: number
  attempt_number: number
  lk_quiz_attempt_status_id: number
  started_at: Date
  submitted_at: Date
  points: number | null
  total: number
  first_name: string | null
  last_name: string | null
  email: string | null
  code: string
}

/** Finished attempts at the quiz in any version of its course, read on an export connection. */
const listAttempts = ({ exports: sql, organization }: Ctx, quiz_id: number, after: number): Promise<Row[]> =>
  sql<Row>`
    select a.quiz_attempt_id, a.student_course_id, s.course_version_id, v.name as course, v.version_number,
           a.attempt_number, a.lk_quiz_attempt_status_id, a.started_at, a.submitted_at, a.points, a.total,
           p.first_name, p.last_name, p.email, o.code
    from learning.quiz_attempt a
    join learning.student_course s using (student_course_id)
    join catalogue.v_course_version v on v.course_version_id = s.course_version_id
    join identity.v_organization o on o.organization_id = a.organization_id
    left join identity.v_person p on p.user_id = s.user_id
    where a.quiz_id = ${quiz_id} and a.submitted_at is not null and a.quiz_attempt_id > ${after}
      and a.organization_id = any(${sql.array(organization.scope)})
    order by a.quiz_attempt_id limit ${batchSize}`

async function* rowsOf(ctx: Ctx, quiz_id: number, first: Row[]): AsyncGenerator<string[][]> {
  const questionsByVersion = new Map<number, Map<number, Question>>()
  let rowCount = 1
  for (let attempts = first; attempts.length > 0 && rowCount < maxSheetRows; ) {
    const rows = await cellsOf(ctx, attempts, questionsByVersion)
    // A sheet can't have more rows.
    yield rows.slice(0, maxSheetRows - rowCount)
    rowCount += rows.length
    const last = attempts.at(-1)!.quiz_attempt_id
    attempts = attempts.length < batchSize ? [] : await listAttempts(ctx, quiz_id, last)
  }
}

async function cellsOf(
  ctx: Ctx,
  attempts: Row[],
  questionCache: Map<number, Map<number, Question>>,
): Promise<string[][]> {
  const { exports: sql, locale } = ctx
  const answers = await listAnswersOf(
    { sql },
    attempts.map(({ quiz_attempt_id }) => quiz_attempt_id),
  )
  const rows: string[][] = []
  for (const attempt of attempts) {
    const attemptAnswers = answers.filter(({ quiz_attempt_id }) => quiz_attempt_id === attempt.quiz_attempt_id)
    const questions = await questionsOf(
      sql,
      attempt.course_version_id,
      attemptAnswers.map(({ question_id }) => question_id),
      questionCache,
    )
    const attemptCells = attemptCellsOf(ctx, attempt)
    for (const { question_id, position, answer, correct, comment } of attemptAnswers) {
      const question = questions.get(question_id)!
      rows.push([
        ...attemptCells,
        String(position),
        question.configuration.title,
        formatAnswer(question, answer).join('\n'),
        cellText({ kind: 'flag', choices: [] }, correct, locale),
        comment ?? '',
      ])
    }
  }
  return rows
}

function attemptCellsOf({ locale, organization }: Ctx, attempt: Row): string[] {
  const instant = (instant: Date) =>
    cellText({ kind: 'instant', choices: [], precise: true }, instant.toISOString(), locale, organization.time_zone)
  return [
    attempt.last_name ?? '',
    attempt.first_name ?? '',
    attempt.email ?? '',
    attempt.code,
    String(attempt.student_course_id),
    attempt.course,
    String(attempt.version_number),
    String(attempt.attempt_number),
    instant(attempt.started_at),
    instant(attempt.submitted_at),
    label(lk_quiz_attempt_status, attempt.lk_quiz_attempt_status_id, locale),
    attempt.points === null ? '' : `${attempt.points} / ${attempt.total}`,
  ]
}

async function questionsOf(
  sql: Sql,
  course_version_id: number,
  ids: readonly number[],
  questionCache: Map<number, Map<number, Question>>,
): Promise<ReadonlyMap<number, Question>> {
  const cached = questionCache.get(course_version_id) ?? new Map<number, Question>()
  questionCache.set(course_version_id, cached)
  const missing = ids.filter((question_id) => !cached.has(question_id))
  for (const question of await selectQuestions({ sql }, course_version_id, missing))
    cached.set(question.question_id, question)
  return cached
}
