import type { VersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import type { WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { agencyNeeds } from '#modules/catalogue/programs/agency-needs.ts'
import { changeDays } from '#modules/catalogue/programs/change-days.ts'
import { collectedData } from '#modules/catalogue/programs/collected-data.ts'
import { findProgramRules, type ProgramRules } from '#modules/catalogue/programs/effective-rules.ts'
import { todayOf } from '#modules/catalogue/programs/fetch-programs.ts'
import { listForbiddenData } from '#modules/catalogue/programs/forbidden-data.ts'
import {
  areQuestionsExcluded,
  excludedSeconds,
  lessonQuestions,
  statedSeconds,
} from '#modules/catalogue/programs/instruction.ts'
import { packOf } from '#modules/catalogue/programs/packs.ts'
import { listSetRules, type SetRule } from '#modules/catalogue/programs/program-rule.sql.ts'
import type { ComparedRule, RuleValues } from '#modules/catalogue/programs/rule-value.ts'
import { valueInWords } from '#modules/catalogue/programs/rule-words.ts'
import { rules as ruleTable } from '#modules/catalogue/programs/rules.shared.ts'
import { studentData, withIssuer } from '#modules/catalogue/programs/student-data.shared.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import type { Component, QuizOutlineComponent } from '#modules/catalogue/versions/component.schema.ts'
import {
  type CompletionConfiguration,
  registrationDefaults,
  type SecurityOptions,
  securityDefaults,
} from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { lk_state, stateIdOf } from '#platform/states.ts'
import { type Locale, localize, type Text, type TextParams } from '#platform/texts.ts'
import type { AddProblem, Place, Problem } from './problem.ts'
import { programReportTexts as t } from './report-program.texts.ts'

export type Course = {
  course_version_id: number
  row: VersionRow
  components: readonly Component[]
  questions: readonly Question[]
}

/** Reports that a course breaks a rule; `place` is where its author can fix it. */
type ReportBreak = (place: Place, text: Text, params?: TextParams) => void
/** The parameters of a text, in the reader's language. */
type Words = { of: (key: ComparedRule, value: unknown) => string; pick: (text: Text) => string }

type RuleCheck<K extends ComparedRule> = (
  value: RuleValues[K],
  course: Course & { rules: ProgramRules; upsells: number },
  breaks: ReportBreak,
  words: Words,
) => void

const overview: Place = { tab: 'overview' }
const registration: Place = { tab: 'registration' }

/**
 * The comparison for each rule that an outline or a setting can break. Other rules are displayed but not compared.
 */
const ruleChecks: { [K in ComparedRule]?: RuleCheck<K> } = {
  'course.minimum_minutes': ({ min, max }, { components, questions, rules }, breaks, words) => {
    const excludedParts = (['breaks', 'quizzes', 'content_questions'] as const).filter((part) =>
      rules.valueOf('course.time_basis')?.includes(part),
    )
    const byId = new Map(questions.map((question) => [question.question_id, question]))
    const countedSeconds = components.map(
      (component) => component.required_seconds - excludedSeconds(rules, component, component.required_seconds, byId),
    )
    const minutes = Math.floor(countedSeconds.reduce((sum, seconds) => sum + seconds, 0) / 60)
    const amount = (n: number) => words.of('exam.time_minutes', n)
    const params = {
      wanted: amount(min),
      found: amount(minutes),
      without: excludedParts.map((part) => words.pick(t[part])).join(', '),
    }
    if (minutes < min) breaks({ tab: 'outline' }, excludedParts.length > 0 ? t.shortWithout : t.short, params)
    if (max !== undefined && minutes > max) breaks({ tab: 'outline' }, t.long, { ...params, wanted: amount(max) })
  },
  'course.time_basis': (_, { components, questions, rules }, breaks) => {
    if (!areQuestionsExcluded(rules)) return
    const byId = new Map(questions.map((question) => [question.question_id, question]))
    for (const component of components) {
      const unstated = lessonQuestions(component).filter((id) => statedSeconds(byId.get(id)) === null)
      if (unstated.length > 0) breaks(placeOf(component), t.questionTimes, { name: component.name, n: unstated.length })
    }
  },
  'course.time_limit_days': (days, { row }, breaks, words) => {
    const limitDays = row.registration_expires_after_days
    if (limitDays === null || limitDays > days) {
      breaks(overview, t.timeLimit, { wanted: words.of('course.time_limit_days', days) })
    }
  },
  'eligibility.age': ({ min, under }, { row }, breaks, words) => {
    const { ageEnabled, age, aboveOrBelowAge } = overlay(registrationDefaults, row.course_registration_options)
    const minAge = ageEnabled && aboveOrBelowAge === 'Above' ? Number(age) : 0
    const maxAge = ageEnabled && aboveOrBelowAge === 'Below' ? Number(age) : 121
    // A course has only one age limit; for a rule with two, the lower one counts.
    const isWithinLimit = min !== undefined ? minAge >= min : maxAge <= under!
    if (!isWithinLimit) breaks(registration, t.age, { wanted: words.of('eligibility.age', { min, under }) })
  },
  'identity.answer_window_seconds': (seconds, { row }, breaks, words) => {
    const options = overlay(securityDefaults, row.course_security_options) as SecurityOptions
    const { enabled, secondsToAnswerCorrectly: window } = options.methods.security_questions
    if (!enabled || window <= seconds) return
    const [wanted, found] = [seconds, window].map((n) => words.of('identity.answer_window_seconds', n))
    breaks({ tab: 'security' }, t.answerTime, { wanted: wanted!, found: found! })
  },
  'identity.forbidden_questions': (forbidden, { questions }, breaks, words) => {
    for (const question of questions) {
      for (const forbiddenDatum of listForbiddenData(question, forbidden)) {
        const tab = question.used_in === 'registration' ? 'registration' : 'security'
        const title = question.configuration.title.slice(0, 80)
        breaks({ tab, question_id: question.question_id }, t.forbidden, {
          title,
          what: words.of('identity.forbidden_questions', [forbiddenDatum]),
        })
      }
    }
  },
  'exam.question_count': (count, { components, questions }, breaks, words) => {
    const exam = finalExam(components)
    if (count === 0) return
    if (!exam) return breaks({ tab: 'finalexam' }, t.examMissing)
    const { quiz_id, questionPools } = exam.data
    const ownCount = questions.filter((question) => question.used_in === 'quiz' && question.quiz_id === quiz_id).length
    const questionCount = questionPools.length > 0 ? questionPools.reduce((sum, pool) => sum + pool.count, 0) : ownCount
    if (questionCount >= count) return
    const [wanted, found] = [count, questionCount].map((n) => words.of('exam.question_count', n))
    breaks(placeOf(exam), t.examQuestions, { wanted: wanted!, found: found! })
  },
  'exam.passing_percent': (percent, { components }, breaks, words) => {
    const exam = finalExam(components)
    const quizzes = exam ? [exam] : components.filter((component) => component.type === 'Quiz')
    for (const quiz of quizzes) {
      const { threshold } = quiz.data.configuration.grading
      if (threshold >= percent) continue
      const [wanted, found] = [percent, threshold].map((n) => words.of('exam.passing_percent', n))
      breaks(placeOf(quiz), t.examGrade, { name: quiz.name, wanted: wanted!, found: found! })
    }
  },
  'exam.attempts': (attempts, { components }, breaks, words) => {
    const exam = finalExam(components)
    if (!exam) return
    const retakes = exam.data.configuration.retake.attempts
    if (retakes === null || retakes + 1 > attempts) {
      breaks(placeOf(exam), t.examAttempts, { wanted: words.of('exam.attempts', attempts) })
    }
  },
  'exam.time_minutes': (minutes, { components }, breaks, words) => {
    const exam = finalExam(components)
    const timer = exam?.data.configuration.timer
    if (exam && timer?.active && timer.seconds < minutes * 60) {
      breaks(placeOf(exam), t.examTime, { wanted: words.of('exam.time_minutes', minutes) })
    }
  },
  'content.no_marketing': (forbids, { upsells }, breaks) => {
    if (forbids && upsells > 0) breaks({ tab: 'marketing' }, t.offers)
  },
  'content.no_advertising': (forbids, { upsells }, breaks) => {
    if (forbids && upsells > 0) breaks({ tab: 'marketing' }, t.offers)
  },
  'eligibility.frequency_from': (start, { row, questions }, breaks, words) => {
    const { confirm } = row.completion_configuration as Partial<CompletionConfiguration>
    if (start === 'citation' && !collectedData(questions, confirm ?? {}).has('citation_date'))
      breaks(registration, t.missing, { what: words.pick(studentData.citation_date) })
  },
  'student.data_required': (required, { row, questions }, breaks, words) => {
    const { confirm } = row.completion_configuration as Partial<CompletionConfiguration>
    const collected = collectedData(questions, confirm ?? {})
    const neededData = withIssuer(required, (datum) => collected.has(datum))
    for (const datum of neededData.filter((name) => !collected.has(name))) {
      breaks(registration, t.missing, { what: words.pick(studentData[datum]) })
    }
  },
}

const finalExam = (components: readonly Component[]): QuizOutlineComponent | undefined =>
  components.find((component): component is QuizOutlineComponent => component.type === 'Quiz' && component.final_ind)

const placeOf = ({ component_id, final_ind }: Component): Place => ({
  tab: final_ind ? 'finalexam' : 'outline',
  component_id,
})

/**
 * The data that the accounts at the agencies need and no question collects. Without it, every student would finish a
 * course whose completion cannot be reported.
 */
export async function checkAgencies(ctx: Ctx, work: WorkingVersion, course: Course, add: AddProblem): Promise<void> {
  const { row, questions } = course
  const { confirm } = row.completion_configuration as Partial<CompletionConfiguration>
  const needs = await ctx.use(agencyNeeds)(ctx, {
    organization_id: work.organization_id,
    course_id: work.course_id,
    program_id: row.program_id,
    lk_course_state_ids: row.lk_course_state_ids,
    collected: collectedData(questions, confirm ?? {}),
  })
  for (const { agency_name, datum } of needs) {
    if (datum === 'account') {
      add('error', t.agencyAccount, { ...overview, href: pathTo('/manage/agencies') }, { agency: agency_name })
      continue
    }
    add('error', t.agencyMissing, registration, { agency: agency_name, what: localize(ctx.locale, studentData[datum]) })
  }
}

/**
 * Compares a course with the rules of its program. A rule that was verified at its source is an error, one from a
 * secondary source a warning, and an unconfirmed one prevents publishing. A rule of a later day is a warning.
 */
export async function checkProgram(ctx: Ctx, course: Course, add: AddProblem): Promise<void> {
  const { program_id } = course.row
  if (program_id === null) return
  const today = todayOf(ctx)
  const broken = await listBrokenRules(ctx, course, program_id, today)
  if (!broken) return add('error', t.unknown, overview, { program: program_id })
  checkState(ctx, course.row, add)
  for (const { severity, text, place, params } of broken) add(severity, text, place, params)
  const reported = new Set(broken.map(({ message }) => message))
  for (const day of changeDays(program_id, await listSetRules(ctx, program_id), today)) {
    for (const { message, place } of (await listBrokenRules(ctx, course, program_id, day)) ?? []) {
      if (reported.has(message)) continue
      reported.add(message)
      add('warning', t.upcoming, place, { day: formatDay(day, ctx.locale), problem: message })
    }
  }
}

/** A broken rule, with its sentence in the reader's language. */
export type BrokenRule = {
  severity: Problem['severity']
  text: Text
  place: Place
  params: TextParams
  message: string
}

/**
 * The rules of a day that a course breaks or that are not confirmed, by default with every rule that the operator has
 * set; null for an unknown program.
 */
export async function listBrokenRules(
  ctx: Ctx,
  course: Course,
  program_id: string,
  day: string,
  setRules?: readonly SetRule[],
): Promise<BrokenRule[] | null> {
  const rules = await findProgramRules(ctx, program_id, day, setRules)
  if (!rules) return null
  const broken: BrokenRule[] = []
  const add: AddProblem = (severity, text, place, params = {}) => {
    broken.push({ severity, text, place, params, message: localize(ctx.locale, text, params) })
  }
  for (const rule of rules.open) {
    const href = pathTo('/manage/programs/:program_id/rule/:rule', { program_id, rule })
    add('error', t.open, { ...overview, href }, { rule: localize(ctx.locale, ruleTable[rule].label) })
  }
  const [{ upsells } = { upsells: 0 }] = await ctx.sql<{ upsells: number }>`
    select count(*)::int as upsells from catalogue.course_upsell where course_version_id = ${course.course_version_id}`
  const words: Words = {
    of: (key, value) => valueInWords(ctx.locale, key, value),
    pick: (text) => localize(ctx.locale, text),
  }
  for (const key of Object.keys(ruleChecks) as ComparedRule[]) {
    const value = rules.valueOf(key)
    if (value === undefined) continue
    const severity = rules.isSecondary(key) ? 'warning' : 'error'
    const breaks: ReportBreak = (place, text, params) =>
      add(severity, text, place, { ...params, source: rules.citationOf(key) })
    ;(ruleChecks[key] as RuleCheck<ComparedRule>)(value, { ...course, rules, upsells }, breaks, words)
  }
  return broken
}

const formatDay = (day: string, locale: Locale): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

function checkState(ctx: Ctx, { program_id, lk_course_state_ids }: VersionRow, add: AddProblem): void {
  const { state } = packOf(program_id!)!
  const lk_state_id = stateIdOf(state)
  if (lk_state_id === null || lk_course_state_ids.includes(lk_state_id)) return
  add('error', t.state, overview, { state: label(lk_state, lk_state_id, ctx.locale) })
}
