import { dataOf, type Question, type RegistrationOptions } from '#modules/catalogue/index.ts'
import { type StudentDatum, studentData } from '#modules/catalogue/programs/student-data.shared.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import type { RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { registrationErrors } from './errors.ts'
import { ruleTexts } from './registration.texts.ts'

/** The data that students enter with the registration, if the account lacks them. */
const profileData: readonly StudentDatum[] = ['name', 'address', 'date_of_birth', 'gender']
/** The data that students enter in the account only. */
const accountData: readonly StudentDatum[] = ['phone', 'email']

/** The license state. Older course versions don't ask for it; their students enter it when a report is refused. */
const laterDatum: StudentDatum = 'license_state'

type NoticeInput = {
  gaps: readonly RecordGap[]
  questions: readonly Question[]
  options: Pick<RegistrationOptions, 'enabled'>
}
type FinishedRegistration = NoticeInput & { visible: readonly Question[] }

/**
 * The gap that the student can't fill in the registration, in the reader's language, or null: an account value that the
 * agency can't record, data of the account, or data that the course doesn't ask for. It is reported before the course
 * starts, because it can't be filled after passing. Pass all questions until the registration is finished, because any
 * may still follow, and the visible ones afterward.
 */
export function gapNotice(locale: Locale, { gaps, questions, options }: NoticeInput): string | null {
  const collected = new Set(options.enabled ? questions.flatMap(dataOf) : [])
  const gap = gaps.find(({ datum, accepts }) => {
    if (profileData.includes(datum)) return accepts !== undefined
    return !collected.has(datum) && datum !== laterDatum
  })
  if (!gap) return null
  if (gap.accepts) return refusedValueText(locale, gap)
  const text = accountData.includes(gap.datum) ? ruleTexts.inAccount : ruleTexts.notAsked
  return localize(locale, text, paramsOf(locale, gap))
}

/** The sentence about a value that an agency can't record. */
export function refusedValueText(locale: Locale, gap: RecordGap): string {
  const { text, params } = refusedText(locale, gap)
  return localize(locale, text, params)
}

/** The sentence about a value that an agency can't record, as a text with its parameters. */
export function refusedText(locale: Locale, gap: RecordGap) {
  const values = new Intl.ListFormat(locale.slice(0, 2), { type: 'disjunction' }).format(
    (gap.accepts ?? []).map((text) => localize(locale, text)),
  )
  return { text: values ? ruleTexts.acceptsOnly : ruleTexts.cannotRecord, params: { ...paramsOf(locale, gap), values } }
}

const paramsOf = (locale: Locale, gap: RecordGap) => ({
  agency: agencyName(gap, locale),
  what: localize(locale, studentData[gap.datum]),
})

/** The notice for a finished registration, in which no further question follows. */
export const finalNotice = (locale: Locale, state: FinishedRegistration): string | null =>
  gapNotice(locale, { ...state, questions: state.visible })

/** Throws 422 if there is a gap that the student can't fill in the finished registration. */
export function requireNoNotice({ locale }: Pick<Ctx, 'locale'>, state: FinishedRegistration): void {
  const notice = finalNotice(locale, state)
  if (notice) throw registrationErrors.unreportable({ notice })
}
