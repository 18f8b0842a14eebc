import type { VersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { type SecurityOptions, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { AddProblem, Place } from './problem.ts'
import { reportTexts as t } from './report.texts.ts'

const place: Place = { tab: 'security' }
type Methods = SecurityOptions['methods']

/** Finds identity checks that can't be used, or that no one could pass. */
export function checkSecurity(
  row: VersionRow,
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): void {
  const options = overlay(securityDefaults, row.course_security_options) as SecurityOptions
  const { methods } = options
  const requiredCount = ({ courseResume, regularValidation }: Methods['content_questions']) =>
    Math.max(courseResume.questionsPerAttempt, regularValidation.questionsPerAttempt, 1)
  for (const [method, used_in, text] of [
    [methods.security_questions, 'security', t.securityTooFew],
    [methods.content_questions, 'content', t.contentTooFew],
  ] as const) {
    const available = questions.filter((question) => question.used_in === used_in).length
    if (method.enabled && available < requiredCount(method))
      add('error', text, place, { wanted: requiredCount(method), available })
  }
  checkUsable(methods, add)
  if (methods.keystroke.enabled) checkTyping(methods.keystroke, add)
  if (Object.values(methods).some((method) => method?.enabled)) checkTrigger(options, components, questions, add)
}

/** Methods that are always available. */
const alwaysAvailable = ['security_questions', 'content_questions'] as const

/**
 * Typing never decides alone, so it needs questions. A course with phone or device checks but without questions is
 * published with a warning: it checks nothing whenever those are unavailable.
 */
function checkUsable(methods: Methods, add: AddProblem): void {
  const { keystroke, phone } = methods
  const hasPresence = alwaysAvailable.some((method) => methods[method].enabled)
  const hasOtherMethod = Object.values(methods).some((method) => method?.enabled)
  if (keystroke.enabled && !hasPresence) add('error', t.typingAlone, place)
  else if (hasOtherMethod && !hasPresence) add('warning', t.methodsAlone, place)
  if (phone.enabled && !weekdays.some((day) => phone[day].enabled)) add('error', t.phoneNever, place)
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A shorter text distinguishes typists too rarely (docs/typing.md). */
const minLetters = 40
/** Scripts whose letters are composed from several keys, which the page can't see. */
const composedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function checkTyping({ content, lowerThreshold, upperThreshold }: Methods['keystroke'], add: AddProblem): void {
  const text = content.trim()
  if (text === '') add('error', t.keystrokeEmpty, place)
  else if (!/[\p{L}\p{N}]/u.test(text) || composedScripts.test(text)) add('error', t.keystrokeUntypable, place)
  else if (text.length < minLetters) add('warning', t.keystrokeShort, place, { fewestLetters: minLetters })
  if (lowerThreshold === 0 && upperThreshold === 0) add('error', t.keystrokeNever, place)
}

/** Checks that follow a lesson need an existing one. */
function checkTrigger(
  { globalSettings: { frequencySettings } }: SecurityOptions,
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): void {
  const { type, value } = frequencySettings
  if (type !== 'selectedComponent') return
  const triggerIds = questions
    .filter(({ used_in }) => used_in === 'security' || used_in === 'content')
    .flatMap(({ configuration }) => configuration.selectedComponent ?? [])
  const placedIds = triggerIds.length > 0 ? triggerIds : [value]
  if (!components.some(({ component_id }) => placedIds.includes(component_id))) add('error', t.checkNever, place)
}
