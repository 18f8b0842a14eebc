import { findProgramRules, listQuestions, type ProgramRules, selectCourseVersion } from '#modules/catalogue/index.ts'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { ageOn } from '#modules/catalogue/versions/age-rule.shared.ts'
import { listLinkedAccounts, selectPerson } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { agencyZone, programZone } from '#modules/learning/reporting/agencies/zone.ts'
import { factsOf } from '#modules/learning/reporting/registered-facts.ts'
import { activeStatuses } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { localize, type Text } from '#platform/texts.ts'
import { addMonths, dayIn } from '#platform/zone.ts'
import { requireNotExcluded } from './affirm-eligibility.ts'
import { eligibilityTexts as t } from './eligibility.texts.ts'

export const eligibilityErrors = [learningErrors.notEligible, learningErrors.ageUnknown]

/**
 * Throws 422 if the rules of the course's program exclude the student today: by what they stated, by age, or because an
 * earlier completion still counts. The refusal names the source. `ageOptional` accepts an unknown age; `cited_on` is the
 * day of the citation (YYYY-MM-DD), if the student stated it.
 */
export async function requireEligible(
  ctx: Ctx,
  course: StudentCourse,
  { ageOptional = false, cited_on = null }: { ageOptional?: boolean; cited_on?: string | null } = {},
): Promise<void> {
  await requireNotExcluded(ctx, course)
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  const today = todayOfProgram(ctx, program_id)
  const rules = await findProgramRules(ctx, program_id, today)
  if (!rules) return
  const { dob } = await selectPerson(ctx, course.user_id)
  if (!dob && !ageOptional && rules.valueOf('eligibility.age')) throw learningErrors.ageUnknown()
  requireProgramAge(ctx, dob, rules, today)
  // A later citation date is a typing error or an attempt to bypass the rule.
  await requireNoRecentCompletion(ctx, course, rules, cited_on && cited_on < today ? cited_on : today)
}

/**
 * A buyer: the account, or null for one that the order creates, and the date of birth (YYYY-MM-DD) if it is known.
 */
type Buyer = { user_id: number | null; dob: string | null }

/**
 * The reason why a course's program excludes a buyer today, before payment; null if there is no known reason. A buyer
 * who becomes eligible later, on a birthday or after the months between completions, can buy from that day on.
 */
export async function findIneligibility(
  ctx: Ctx,
  { user_id, dob }: Buyer,
  { course_version_id }: { course_version_id: number },
): Promise<string | null> {
  const { program_id } = await selectCourseVersion(ctx, course_version_id)
  const today = todayOfProgram(ctx, program_id)
  const rules = await findProgramRules(ctx, program_id, today)
  if (!rules) return null
  try {
    requireProgramAge(ctx, dob, rules, today)
    if (user_id !== null) await requireNoRecentCompletion(ctx, { user_id, student_course_id: null }, rules, today)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.kind.code === learningErrors.notEligible.code)
      return String(error.params.reason)
    throw error
  }
}

/** The reason why a course's program excludes its student by age on the day of the start; null if it doesn't. */
export async function findProgramAgeProblem(ctx: Ctx, course: StudentCourse): Promise<Text | null> {
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  const day = dayIn(programZone(program_id), course.started_at ?? ctx.now)
  const rules = await findProgramRules(ctx, program_id, day)
  const { dob } = await selectPerson(ctx, course.user_id)
  return rules && findAgeProblemOf(dob, rules, day)
}

/** The day of the citation that the student has stated (YYYY-MM-DD), or null. */
export async function findCitedOn(ctx: Ctx, course: StudentCourse): Promise<string | null> {
  const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
  if (!questions.some((question) => purposeOf(question) === 'citation-date')) return null
  return factsOf(questions, await listAnswers(ctx, course.student_course_id)).citation_date
}

/** The current day in the state of a program, by which its rules apply. */
const todayOfProgram = ({ now }: Pick<Ctx, 'now'>, program_id: string | null): string =>
  dayIn(programZone(program_id), now)

/** Throws notEligible if the program excludes this age. Accepts an unknown date of birth. */
function requireProgramAge(
  { locale }: Pick<Ctx, 'locale'>,
  dob: string | null,
  rules: ProgramRules,
  day: string,
): void {
  const problem = findAgeProblemOf(dob, rules, day)
  if (problem) throw learningErrors.notEligible({ reason: localize(locale, problem) })
}

function findAgeProblemOf(dob: string | null, rules: ProgramRules, day: string): Text | null {
  const limits = rules.valueOf('eligibility.age')
  if (!limits || !dob) return null
  const age = ageOn(day, dob)
  const { min = 0, under = Number.POSITIVE_INFINITY } = limits
  if (age >= min && age < under) return null
  const params = { age: age < min ? min : under, source: rules.citationOf('eligibility.age') }
  const text = age < min ? t.tooYoung : t.tooOld
  return [localize('en-us', text, params), localize('es-es', text, params)]
}

/** A course of a student; null before it is bought. */
type TakenCourse = { user_id: number; student_course_id: number | null }

/**
 * A completion of the same program by the same person excludes a new one for some months, counted up to the day of the
 * citation if there is one, and a number of completions excludes every later one. Only our own records count.
 */
async function requireNoRecentCompletion(
  ctx: Ctx,
  course: TakenCourse,
  rules: ProgramRules,
  day: string,
): Promise<void> {
  const months = rules.valueOf('eligibility.frequency')
  const limit = rules.valueOf('eligibility.lifetime_limit')
  if (months === undefined && limit === undefined) return
  const otherCourses = await listOtherCourses(ctx, course, rules.program_id)
  const completions = otherCourses.filter(({ passed_at }) => passed_at !== null)
  if (limit !== undefined && completions.length >= limit)
    throw notEligible(ctx, t.lifetime, { limit, source: rules.citationOf('eligibility.lifetime_limit') })
  if (months === undefined) return
  const source = rules.citationOf('eligibility.frequency')
  const [last] = completions
  if (otherCourses.some(({ passed_at }) => passed_at === null))
    throw notEligible(ctx, t.alreadyTaking, { months, source })
  if (!last?.passed_at) return
  const passed_on = dayIn(agencyZone(rules.state), last.passed_at)
  const again_on = addMonths(passed_on, months)
  if (day >= again_on) return
  throw notEligible(ctx, t.again, { months, passed_on, again_on, source })
}

/**
 * Serializes starts of a person's courses, because two at the same time would not see each other. The caller must hold
 * the course's lock. Other courses of the person are not locked, so starts cannot deadlock.
 */
export async function lockStarts(ctx: Ctx, { user_id }: StudentCourse): Promise<void> {
  const accounts = [...(await listLinkedAccounts(ctx, user_id))].toSorted((item, other) => item - other)
  await ctx.sql`
    select pg_advisory_xact_lock(hashtext('learning.start'), user_id)
    from unnest(${ctx.sql.array(accounts)}::int[]) user_id`
}

/**
 * The student's other courses of a program, under any of their accounts at any organization: those still open, then the
 * passed ones, newest first.
 */
async function listOtherCourses(ctx: Ctx, { user_id, student_course_id }: TakenCourse, program_id: string) {
  const accounts = [...(await listLinkedAccounts(ctx, user_id))]
  const rows = await ctx.unscoped.sql<{ passed_at: Date | null; course_version_id: number }>`
    select passed_at, course_version_id from learning.student_course
    where user_id = any(${ctx.sql.array(accounts)}::int[]) and student_course_id is distinct from ${student_course_id}::int
      and (passed_at is not null
           or (started_at is not null and coalesce(expires_at, 'infinity') > platform.now()
               and lk_student_course_status_id = any(${ctx.sql.array([...activeStatuses])})))
    order by passed_at desc nulls first limit 100`
  const ofProgram = await Promise.all(
    rows.map(async (row) => {
      const version = await selectCourseVersion(ctx.unscoped, row.course_version_id)
      return version.program_id === program_id ? [row] : []
    }),
  )
  return ofProgram.flat()
}

const notEligible = (ctx: Pick<Ctx, 'locale'>, text: Text, params: Record<string, string | number>) =>
  learningErrors.notEligible({ reason: localize(ctx.locale, text, params) })
