import { dataOf, type Question, type RegistrationOptions } from '#modules/catalogue/index.ts'
import { type StudentDatum, studentData } from '#modules/catalogue/programs/student-data.shared.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import type { RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { registrationErrors } from './errors.ts'
import { ruleTexts } from './registration.texts.ts'

/** The data that students enter with the registration, if the account lacks them. */
const ofProfile: readonly StudentDatum[] = ['name', 'address', 'date_of_birth', 'gender']
/** The data that students enter in the account only. */
const ofAccount: readonly StudentDatum[] = ['phone', 'email']

/**
 * The state of the license: versions from before it was asked for are still taken, and their students state it with the
 * refused report.
 */
const stateableLater: StudentDatum = 'license_state'

type Noticed = {
  gaps: readonly RecordGap[]
  questions: readonly Question[]
  options: Pick<RegistrationOptions, 'enabled'>
}
type Finished = Noticed & { visible: readonly Question[] }

/**
 * The gap that the student can't fill in the registration, in the reader's language, or null: a value of the account
 * that the agency can't record, data of the account, or data that the course doesn't ask for. Found before the course
 * begins, as nothing can be done about it after passing. Until the registration is finished, any question may still
 * follow; pass the visible ones afterward.
 */
export function gapNotice(locale: Locale, { gaps, questions, options }: Noticed): string | null {
  const asked = new Set(options.enabled ? questions.flatMap(dataOf) : [])
  const gap = gaps.find(({ datum, accepts }) => {
    if (ofProfile.includes(datum)) return accepts !== undefined
    return !asked.has(datum) && datum !== stateableLater
  })
  if (!gap) return null
  if (gap.accepts) return refusedValue(locale, gap)
  const text = ofAccount.includes(gap.datum) ? ruleTexts.inAccount : ruleTexts.notAsked
  return localize(locale, text, wordsOf(locale, gap))
}

/** The sentence about a value that an agency can't record. */
export function refusedValue(locale: Locale, gap: RecordGap): string {
  const { text, params } = refusedText(locale, gap)
  return localize(locale, text, params)
}

/** The same as a text with its parameters. */
export function refusedText(locale: Locale, gap: RecordGap) {
  const values = new Intl.ListFormat(locale.slice(0, 2), { type: 'disjunction' }).format(
    (gap.accepts ?? []).map((text) => localize(locale, text)),
  )
  return { text: values ? ruleTexts.acceptsOnly : ruleTexts.cannotRecord, params: { ...wordsOf(locale, gap), values } }
}

const wordsOf = (locale: Locale, gap: RecordGap) => ({
  agency: agencyName(gap, locale),
  what: localize(locale, studentData[gap.datum]),
})

/** The same for a finished registration, in which no further question follows. */
export const finalNotice = (locale: Locale, state: Finished): string | null =>
  gapNotice(locale, { ...state, questions: state.visible })

/** Throws 422 if there is a gap that the student can't fill in the finished registration. */
export function requireNoNotice({ locale }: Pick<Ctx, 'locale'>, state: Finished): void {
  const notice = finalNotice(locale, state)
  if (notice) throw registrationErrors.unreportable({ notice })
}
