import { z } from '#platform/schema.ts'
import {
  dutyStarts,
  kindOf,
  type Lapse,
  lapseUnits,
  type ReportDuty,
  type RuleKey,
  type RuleKind,
  settableKind,
} from './rules.shared.ts'

/** The values of the rules that courses are compared with. */
export type RuleValues = {
  'course.minimum_minutes': { min: number; max?: number | undefined }
  'course.time_limit_from': 'registration' | 'start'
  'course.time_basis': ('breaks' | 'quizzes' | 'content_questions' | 'identity_checks')[]
  'course.daily_maximum_minutes': number
  'course.time_limit_days': number
  'eligibility.age': { min?: number | undefined; under?: number | undefined }
  'eligibility.frequency': number
  'eligibility.lifetime_limit': number
  'eligibility.frequency_from': 'citation' | 'completion'
  'identity.answer_window_seconds': number
  'identity.lockout': { wrong_percent_over: number; after_asked: number }
  'identity.record_retention_months': number
  'identity.forbidden_questions': ('ssn' | 'mothers_maiden_name')[]
  'exam.question_count': number
  'exam.passing_percent': number
  'exam.attempts': number
  'exam.time_minutes': number
  'content.no_advertising': boolean
  'content.no_marketing': boolean
  'certificate.number_source': 'answer' | 'stock'
  'certificate.deadline': Lapse
  'certificate.validity_months': number
  'report.outcomes': ('passed' | 'failed')[]
  'report.deadline': ReportDuty[]
  'records.retention_months': number
  'student.data_required': import('./student-data.shared.ts').StudentDatum[]
  'refund.rule': Lapse
}
export type ComparedRule = keyof RuleValues

const integer = (min: number, max: number) => z.int().min(min).max(max)
const lapse = z.strictObject({ amount: integer(0, 3650), unit: z.enum(lapseUnits) })
const keyOf = (of: object) => z.enum(Object.keys(of) as [string, ...string[]])

const schemas: { [K in RuleKind['kind']]: (kind: Extract<RuleKind, { kind: K }>) => z.ZodType } = {
  number: ({ min, max }) => integer(min, max),
  range: () =>
    z
      .strictObject({ min: integer(1, 100_000), max: integer(1, 100_000).optional() })
      .refine(({ min, max }) => max === undefined || max >= min),
  age: () =>
    z
      .strictObject({ min: integer(1, 120).optional(), under: integer(1, 120).optional() })
      .refine(({ min, under }) => (min ?? 0) < (under ?? 121) && (min !== undefined || under !== undefined)),
  set: ({ of }) => z.array(keyOf(of)).min(1).max(50),
  one: ({ of }) => keyOf(of),
  flag: () => z.boolean(),
  lapse: () => lapse,
  lockout: () => z.strictObject({ wrong_percent_over: integer(0, 100), after_asked: integer(1, 1000) }),
  duties: () =>
    z
      .array(z.strictObject({ agency: z.string().regex(/^[a-z-]{2,30}$/), within: lapse, after: keyOf(dutyStarts) }))
      .min(1)
      .max(10),
  statement: () => Statement,
}

/** An Admin's text that replaces a statement of the pack. */
export const Statement = z.strictObject({
  text: z.string().trim().min(1).max(2_000),
  kinds: z.array(z.string().trim().min(1).max(200)).min(1).max(50).optional(),
})

/** The schema of a pack's value; null for a rule that is only text. */
export const valueSchema = (key: RuleKey): z.ZodType | null => schemaOf(kindOf(key))

/** The schema of a value that an Admin sets; null for a rule that is only text. */
export const settableSchema = (key: RuleKey): z.ZodType | null => schemaOf(settableKind(key))

function schemaOf(kind: RuleKind | null): z.ZodType | null {
  return kind && (schemas[kind.kind] as (kind: RuleKind) => z.ZodType)(kind)
}
