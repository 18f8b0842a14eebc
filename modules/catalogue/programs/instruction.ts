import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { listInlineQuizzes } from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import type { ProgramRules } from './effective-rules.ts'
import type { RuleValues } from './rule-value.ts'

/** Time that a program doesn't count as instruction. */
type NotInstruction = RuleValues['course.time_basis'][number]

/**
 * The parts of a course whose time is separate from the lessons, by the rule that excludes them. A quiz consists of
 * questions about the content. Identity checks stop the clock, so no part is excluded for them.
 */
const excludedTypes: Readonly<Record<NotInstruction, readonly Component['type'][]>> = {
  breaks: ['Break'],
  quizzes: ['Quiz'],
  content_questions: ['Quiz'],
  identity_checks: [],
}

type Rules = Pick<ProgramRules, 'valueOf'> | null
const basisOf = (rules: Rules) => rules?.valueOf('course.time_basis') ?? []

/** Whether a program excludes the questions inside lessons. */
export const areQuestionsExcluded = (rules: Rules): boolean => basisOf(rules).includes('content_questions')

/** The questions inside a lesson, in order. */
export function lessonQuestions({ type, data }: Component): number[] {
  if (type !== 'Content' && type !== 'Media') return []
  const cards = type === 'Media' ? data.components.map((attrs) => ({ type: 'mediaCard', attrs })) : []
  return listInlineQuizzes({ type: 'doc', content: [...cards, data.content] }).flatMap(({ questions }) => questions)
}

/**
 * The seconds of a part's required or spent time that its program does not count as instruction: all of a break or a
 * quiz, and in a lesson the time that its author states for the questions inside. 0 without a program.
 */
export function excludedSeconds(
  rules: Rules,
  component: Component,
  seconds: number,
  questions: ReadonlyMap<number, Pick<Question, 'configuration'>>,
): number {
  if (basisOf(rules).some((part) => excludedTypes[part].includes(component.type))) return seconds
  if (!areQuestionsExcluded(rules)) return 0
  const times = lessonQuestions(component).map((question_id) => statedSeconds(questions.get(question_id)) ?? 0)
  return Math.min(
    seconds,
    times.reduce((sum, partSeconds) => sum + partSeconds, 0),
  )
}

/** The time to answer that an author states for a question; null if there is none. */
export function statedSeconds(question: Pick<Question, 'configuration'> | undefined): number | null {
  const timer = question?.configuration.timer
  return timer?.active && timer.seconds > 0 ? timer.seconds : null
}
