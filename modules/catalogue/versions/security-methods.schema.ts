import { z } from '#platform/schema.ts'

/** When a method is used in addition to the rotating one, and how much. */
type ValidationRule = { showOnEveryAttempt: boolean; questionsPerAttempt: number }
type Moments = { courseResume: ValidationRule; regularValidation: ValidationRule }
type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday'
/** Hours of a day as 24-hour HH:MM; empty if the day is not enabled. */
type OpenHours = { enabled: boolean; from: string; to: string }

/**
 * A course's settings for each identity method. The questions of two of them are in `catalogue.question` (`used_in`
 * security and content), not here.
 */
export type SecurityMethods = {
  security_questions: { enabled: boolean; secondsToAnswerCorrectly: number; enableTimerCountdown: boolean } & Moments
  keystroke: { enabled: boolean; content: string; lowerThreshold: number; upperThreshold: number } & Moments
  content_questions: { enabled: boolean } & Moments
  phone: { enabled: boolean; setAvailability: boolean; threshold: number; content: string } & Record<Weekday, OpenHours>
  /** The authenticator of the student's device. Older versions have none. */
  biometrics?: { enabled: boolean } & Moments
}

const defaultRules: Moments = {
  courseResume: { showOnEveryAttempt: false, questionsPerAttempt: 1 },
  regularValidation: { showOnEveryAttempt: false, questionsPerAttempt: 1 },
}
const closedHours: OpenHours = { enabled: false, from: '', to: '' }

export const securityMethodDefaults: Required<SecurityMethods> = {
  security_questions: { enabled: false, secondsToAnswerCorrectly: 15, enableTimerCountdown: false, ...defaultRules },
  keystroke: { enabled: false, content: '', lowerThreshold: -20, upperThreshold: 20, ...defaultRules },
  content_questions: { enabled: false, ...defaultRules },
  phone: {
    enabled: false,
    setAvailability: false,
    threshold: 0,
    content: '',
    sunday: closedHours,
    monday: closedHours,
    tuesday: closedHours,
    wednesday: closedHours,
    thursday: closedHours,
    friday: closedHours,
    saturday: closedHours,
  },
  biometrics: { enabled: false, ...defaultRules },
}

const text = (max: number) => z.string().max(max)
const integer = (min: number, max: number) => z.int().min(min).max(max)
const Rule = z.strictObject({
  showOnEveryAttempt: z.boolean().optional(),
  questionsPerAttempt: integer(1, 50).optional(),
})
const moments = { courseResume: Rule.optional(), regularValidation: Rule.optional() }
const time = () => z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)
const Hours = z.strictObject({ enabled: z.boolean(), from: time(), to: time() })
const hours = () => Hours.optional()

/** Omitted fields stay unchanged. */
export const SecurityMethodsInput = z.strictObject({
  security_questions: z
    .strictObject({
      enabled: z.boolean().optional(),
      secondsToAnswerCorrectly: integer(1, 3_600).optional(),
      enableTimerCountdown: z.boolean().optional(),
      ...moments,
    })
    .optional(),
  keystroke: z
    .strictObject({
      enabled: z.boolean().optional(),
      content: text(4_000)
        .transform((value) => value.trim())
        .optional(),
      lowerThreshold: integer(-100, 0).optional(),
      upperThreshold: integer(0, 1_000).optional(),
      ...moments,
    })
    .optional(),
  content_questions: z.strictObject({ enabled: z.boolean().optional(), ...moments }).optional(),
  phone: z
    .strictObject({
      enabled: z.boolean().optional(),
      setAvailability: z.boolean().optional(),
      threshold: integer(0, 1_000).optional(),
      content: text(4_000).optional(),
      sunday: hours(),
      monday: hours(),
      tuesday: hours(),
      wednesday: hours(),
      thursday: hours(),
      friday: hours(),
      saturday: hours(),
    })
    .optional(),
  biometrics: z.strictObject({ enabled: z.boolean().optional(), ...moments }).optional(),
})
