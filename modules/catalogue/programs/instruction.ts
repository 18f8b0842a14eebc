import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import type { ProgramRules } from './effective-rules.ts'
import type { RuleValues } from './rule-value.ts'

/** Time that a program doesn't count as instruction. */
type NotInstruction = RuleValues['course.time_basis'][number]

/**
 * The parts of a course whose time is apart from the lessons, by what leaves them out. A quiz is made of questions about the
 * content. Identity checks stop the clock, so no part is left out for them.
 */
const leavesOut: Readonly<Record<NotInstruction, readonly Component['type'][]>> = {
  breaks: ['Break'],
  quizzes: ['Quiz'],
  content_questions: ['Quiz'],
  identity_checks: [],
}

/** Whether the time of a part counts as instruction by the rules of a program; without a program, all of it does. */
export function isInstruction(rules: Pick<ProgramRules, 'valueOf'> | null, { type }: Pick<Component, 'type'>): boolean {
  const basis = rules?.valueOf('course.time_basis') ?? []
  return !basis.some((part) => leavesOut[part].includes(type))
}
