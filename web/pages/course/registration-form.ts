import { type ShownRegistrationQuestion, storeDocument } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { extensionsFor } from '#platform/files/sniff.ts'
import type { Locale } from '#platform/texts.ts'
import { sentDay } from '#platform/typed-day.ts'
import { showDate } from '#platform/ui/masks.ts'
import type { SentForm } from '#platform/web/form.ts'

/** The names of a question's fields. Forms never restore a value under a Social Security number's name. */
export const namesOf = ({ question_id, type }: Pick<Question, 'question_id' | 'type'>) => ({
  answer: `${type === 'ssn' ? 'ssn' : 'answer'}_${question_id}`,
  again: `again_${question_id}`,
  /** The unusual answer that the page has already asked to confirm. */
  seen: `seen_${question_id}`,
  place: (option: number) => `place_${question_id}_${option}`,
})
export const documentExtensions = extensionsFor('document')
  .filter((extension) => ['.png', '.jpg', '.jpeg', '.pdf'].includes(extension))
  .join(',')

type Answer = string | number | string[] | number[] | null
type Question = ShownRegistrationQuestion

/** The saved answer in its field's format: dates in the language's order. */
export function displayedAnswer({ type, answer }: Question, locale: Locale): string {
  if (answer === null || typeof answer === 'object') return ''
  if (type !== 'date') return String(answer)
  const [month, day, year] = String(answer).split('/')
  return showDate(`${year}-${month}-${day}`, locale)
}

/** The saved answer as text; '' for none, and for numbers that are not shown again. */
export const answerWords = (question: Question, locale: Locale): string =>
  question.type === 'date' ? displayedAnswer(question, locale) : question.answer_in_words

/** The posted answer in the call's format; `keep` if nothing was typed and the saved answer stays. */
export async function readAnswer(
  ctx: Ctx,
  course: { student_course_id: number; organization_id: number; user_id: number },
  question: Question,
  form: SentForm,
): Promise<{ answer: Answer } | 'keep'> {
  const answer =
    question.type === 'upload' ? await readFile(ctx, course, question, form) : readFields(question, form, ctx.locale)
  const isKept = question.answered_ind && answer === null && ['upload', 'ssn'].includes(question.type)
  return isKept ? 'keep' : { answer }
}

function readFields(question: Question, form: SentForm, locale: Locale): Answer {
  const { type, configuration } = question
  const names = namesOf(question)
  const answer = form.values[names.answer] ?? ''
  if (type === 'multiple_choice') return form.all(names.answer)
  if (type === 'sort_order') {
    const places = configuration.options.map(({ id }) => ({ id, place: Number(form.values[names.place(id)]) || 0 }))
    if (places.every(({ place }) => place === 0)) return null
    // Two options in one place: the list is too short, and the rule reports it.
    const idByPlace = new Map(places.filter(({ place }) => place > 0).map(({ id, place }) => [place, id]))
    return [...idByPlace].sort(([a], [b]) => a - b).map(([, id]) => id)
  }
  if (type === 'date') return sentDay(answer, locale)
  return answer.trim() || null
}

async function readFile(
  ctx: Ctx,
  course: { student_course_id: number; organization_id: number; user_id: number },
  question: Question,
  form: SentForm,
): Promise<number | null> {
  const file = form.file(namesOf(question).answer)
  if (!file) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await storeDocument(ctx, course, question.question_id, { name: file.name, bytes })).attachment_id
}

/** Whether both entries of an answer that must be repeated are equal. */
export function isRepeatedAlike(question: Question, form: SentForm, locale: Locale): boolean {
  if (!question.configuration.confirm) return true
  const names = namesOf(question)
  const input = (name: string) => {
    const answer = (form.values[name] ?? '').trim().toUpperCase()
    return question.type === 'date' ? sentDay(answer, locale) : answer
  }
  return input(names.answer) === input(names.again)
}
