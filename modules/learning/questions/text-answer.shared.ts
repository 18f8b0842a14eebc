import { compilePattern } from '#modules/catalogue/questions/pattern.shared.ts'
import { isGradedByHand, questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { showDate } from '#platform/ui/masks.ts'
import { type Answerable, type AnswerProblem, problem } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'
import { patternProblem } from './pattern-words.shared.ts'
import { characterLimit, checkLimit, wordLimit } from './text-limits.shared.ts'

/** The maximum length of a written answer; longer ones are refused even if the question allows them. */
export const maxAnswerLength = 10_000

/** The first rule that a text breaks, or null: its length, words and characters, form, dates. */
export function checkText(question: Answerable, answer: string): AnswerProblem | null {
  const { settings, validation } = question.configuration
  if (answer.length > maxAnswerLength) return problem(t.tooLong)
  const words = isGradedByHand(question.lk_question_type_id) ? countWords(answer) : null
  return (
    checkLimit(settings.wordMinMax, words, wordLimit) ??
    checkLimit(settings.minMax, [...answer].length, characterLimit) ??
    (compilePattern(validation.regex)?.(answer) === false ? patternProblem(validation.regex) : null) ??
    (question.lk_question_type_id === questionType.date ? checkDate(answer, validation) : null)
  )
}

const countWords = (answer: string): number => answer.trim().split(/\s+/).length

/** `MM/DD/YYYY` as `YYYY-MM-DD`, which sorts chronologically; null for anything that is not a calendar day. */
export function isoDate(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? []
  const iso = `${year}-${month}-${day}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

function checkDate(answer: string, { min, max }: { min: string; max: string }): AnswerProblem | null {
  const day = isoDate(answer)
  if (!day) return problem(t.date)
  const from = isoDate(min)
  const until = isoDate(max)
  if ((!from || day >= from) && (!until || day <= until)) return null
  const text = from && until ? t.dateBetween : from ? t.dateFrom : t.dateUntil
  return problem(text, { min, max, min_es: showDate(from, 'es-es'), max_es: showDate(until, 'es-es') })
}
