import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  saveTab,
  selectWorkingVersion,
  type WorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { listQuestionsOf, saveQuestions } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { defineErrors, errors } from '#platform/errors.ts'
import { FileTooLarge, fileErrors } from '#platform/files/file-errors.ts'
import { operation } from '#platform/operation.ts'
import { readInWorker } from '#platform/readers/read-in-worker.ts'
import { readerErrors } from '#platform/readers/reader-errors.ts'
import { type FileBody, fileBody, id, requiredText, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { importTexts as words } from './import.texts.ts'
import type { Remark } from './parsed.ts'
import { questionFileReader } from './question-file.reader.ts'
import { type CheckedFile, refuseKnown } from './question-file.ts'

const maxBytes = questionFileReader.limits.bytes
/** The most questions in a bank. */
const maxQuestions = 500

const importErrors = defineErrors({
  unreadable: [
    422,
    'QUESTIONS_UNREADABLE',
    ["We can't read questions from this file.", 'No podemos leer preguntas de este archivo.'],
  ],
  nothing: [
    422,
    'NO_QUESTIONS_TO_ADD',
    [
      'None of these questions can be added. Fix the problems listed, then import the file again.',
      'Ninguna de estas preguntas se puede agregar. Revise sus problemas.',
    ],
  ],
  bankFull: [
    422,
    'BANK_FULL',
    [
      'A question bank holds up to 500 questions. Add another bank for the rest.',
      'Un banco de preguntas admite hasta 500 preguntas. Agregue otro banco para el resto.',
    ],
  ],
})

const takes = z.object({
  course_id: id(),
  course_question_bank_id: id(),
  file_name: requiredText(['Enter the file name.', 'Escriba el nombre del archivo.']),
  content: fileBody(),
})
const Row = z.object({
  line: z.int(),
  title: z.string(),
  lk_question_type_id: z.int().nullable(),
  problems: z.array(z.string()),
  /** The question's file within a package. */
  file: z.string().nullable(),
  /** Parts of it that are not imported. */
  notes: z.array(z.string()),
})
/** A part of the file outside any question, which is not imported. */
const Note = z.object({ file: z.string().nullable(), line: z.int(), note: z.string() })

export const previewQuestions = operation({
  call: 'POST /course/questions/preview',
  added: true,
  summary:
    'Previews the questions that a CSV, GIFT, Moodle XML or QTI file would add to a question bank, with the problems and omissions of each',
  may: writer,
  takes,
  gives: z.object({ questions: z.array(Row), notes: z.array(Note), count: z.int(), good: z.int() }),
  file: 'content',
  fails: [errors.notFound, importErrors.unreadable, readerErrors.unreadable, errors.busy, fileErrors.tooLarge],
  transaction: { own: 'no transaction waits for a file to be read' },
  changes: false,
  async run(ctx, { content, ...input }) {
    const file = await readQuestionFile(ctx, { ...input, bytes: await readBody(content) })
    const work = await selectWorkingVersion(ctx, { course_id: input.course_id })
    const { questions, notes } = refuseKnown(file, await listTitles(ctx, work, input))
    const textOf = ({ text, params }: Remark) => localize(ctx.locale, text, params)
    return {
      questions: questions.map(({ line, file, title, lk_question_type_id, problems, notes }) => ({
        line,
        file: file ?? null,
        title,
        lk_question_type_id,
        problems: problems.map(textOf),
        notes: notes.map(textOf),
      })),
      notes: notes.map(({ line, file, ...remark }) => ({ line, file: file ?? null, note: textOf(remark) })),
      count: questions.length,
      good: questions.filter(({ question }) => question !== null).length,
    }
  },
})

export const importQuestions = operation({
  call: 'POST /course/questions/import',
  added: true,
  summary:
    'Adds the questions of a file that have no problems to a question bank; those that it has already are left out',
  may: writer,
  takes,
  gives: z.object({ error: z.literal(false), added: z.int(), left_out: z.int() }),
  file: 'content',
  fails: [
    errors.notFound,
    importErrors.unreadable,
    readerErrors.unreadable,
    errors.busy,
    importErrors.nothing,
    importErrors.bankFull,
    fileErrors.tooLarge,
  ],
  transaction: { own: 'no transaction waits for an upload' },
  async run(ctx, { content, ...input }) {
    const file = await readQuestionFile(ctx, { ...input, bytes: await readBody(content) })
    return ctx.tx((inner) => addToBank(inner, input, file))
  },
})

type ImportTarget = { course_id: number; course_question_bank_id: number; file_name: string }

async function addToBank(ctx: Ctx, place: ImportTarget, file: CheckedFile) {
  const { course_id, course_question_bank_id, file_name } = place
  const work = await lockWorkingVersion(ctx, { course_id })
  const { questions } = refuseKnown(file, await listTitles(ctx, work, place))
  const importable = questions.flatMap(({ question }) => question ?? [])
  if (importable.length === 0) throw importErrors.nothing()
  const bank = { used_in: 'bank' as const, course_question_bank_id }
  const storedQuestions = await listQuestionsOf(ctx, work.course_version_id, bank)
  if (storedQuestions.length + importable.length > maxQuestions) throw importErrors.bankFull()
  const draft = await openDraft(ctx, work)
  const before = storedQuestions.map((question) => QuestionInput.parse(authoredQuestion(question)))
  await saveQuestions(ctx, draft, bank, [...before, ...importable], [])
  await saveTab(ctx, draft, 'questionBanks')
  await auditCourse(ctx, 'course.questionBank', course_id, {
    before: { questions: storedQuestions.length },
    after: { questions: storedQuestions.length + importable.length, imported: importable.length, file_name },
  })
  const count = importable.length
  const message = localText(ctx.locale, words, 'added', { count })
  return { error: false as const, added: count, left_out: questions.length - count, message }
}

/** Reads a file's questions for someone who may see the bank. */
async function readQuestionFile(
  ctx: Ctx,
  { bytes, ...place }: ImportTarget & { bytes: Uint8Array },
): Promise<CheckedFile> {
  await requireBank(ctx, await selectWorkingVersion(ctx, { course_id: place.course_id }), place)
  const result = await readInWorker(ctx, questionFileReader, { bytes, file_name: place.file_name })
  if (!('unreadable' in result)) return result
  const { text, params } = result.unreadable
  throw importErrors.unreadable({}, {}, [{ path: 'content', message: localize(ctx.locale, text, params) }])
}

/** The titles in a bank. */
async function listTitles(ctx: Ctx, work: WorkingVersion, place: ImportTarget): Promise<string[]> {
  await requireBank(ctx, work, place)
  const { course_question_bank_id } = place
  const questions = await listQuestionsOf(ctx, work.course_version_id, { used_in: 'bank', course_question_bank_id })
  return questions.map(({ configuration }) => configuration.title)
}

async function requireBank(ctx: Ctx, work: WorkingVersion, { course_question_bank_id }: ImportTarget): Promise<void> {
  const [bank] = await ctx.sql`
    select from catalogue.course_question_bank
    where course_version_id = ${work.course_version_id} and course_question_bank_id = ${course_question_bank_id}`
  if (!bank) throw errors.notFound()
}

async function readBody({ stream }: FileBody): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > maxBytes) throw new FileTooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
