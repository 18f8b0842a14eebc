import { SecurityMethodsInput } from '#modules/catalogue/versions/security-methods.schema.ts'
import { z } from '#platform/schema.ts'

const text = (max: number) => z.string().max(max)
const integer = (min: number, max: number) => z.int().min(min).max(max)
/** Becomes 0 or 1, the stored form of these settings; also accepts true and false. */
const bit = () => z.union([z.literal(0), z.literal(1), z.boolean()]).transform((value): 0 | 1 => (value ? 1 : 0))
const money = () => z.number().min(0).max(10_000)

/** Registration options; omitted ones are unchanged. */
export const RegistrationOptionsInput = z.strictObject({
  enabled: z.boolean().optional(),
  reinstatementAction: z.enum(['allow_enter', 'reset_progress']).optional(),
  reinstatementActionText: z.strictObject({ allow_enter: text(4_000), reset_progress: text(4_000) }).optional(),
  requiredBefore: z.boolean().optional(),
  ageEnabled: z.boolean().optional(),
  age: integer(1, 120).optional(),
  aboveOrBelowAge: z.enum(['Above', 'Below']).optional(),
  noBeginningSkipQuestions: z.boolean().optional(),
  showText: z.boolean().optional(),
  textToShow: text(4_000).optional(),
  daysDueAt: integer(1, 3_650).nullable().optional(),
  mustTypeIAgree: z.boolean().optional(),
  mustOpenModal: z.boolean().optional(),
  iAgreeLocation: z.enum(['checkout', 'registration']).optional(),
  reinstatementEnabled: z.boolean().optional(),
  reinstatementFee: money().optional(),
  reinstatementAttempts: integer(0, 100).optional(),
  confirmRegistration: z.boolean().optional(),
})

/** Security options; omitted ones are unchanged. */
export const SecurityOptionsInput = z.strictObject({
  setupIAgree: z.boolean().optional(),
  methods: SecurityMethodsInput.optional(),
  globalSettings: z
    .strictObject({
      onFailValidation: text(50).optional(),
      setupCompleteText: text(4_000).optional(),
      setupCompleteTextEnabled: z.boolean().optional(),
      requireAgreement: z.boolean().optional(),
      attempts_allowed: integer(1, 100).optional(),
      verifyStudentOnCourseResume: integer(0, 100).optional(),
      frequencySettings: z
        // Minutes, or the id of a component.
        .strictObject({ type: z.enum(['minutes', 'selectedComponent']), value: integer(1, 2_000_000_000) })
        .refine(({ type, value }) => type !== 'minutes' || value <= 1_000, { path: ['value'] })
        .optional(),
      idleTimer: z
        .strictObject({ enabled: z.boolean(), value: integer(1, 240), lock: z.boolean().optional() })
        .optional(),
      allowedLoginAttempts: z.strictObject({ enabled: z.boolean(), value: integer(1, 100) }).optional(),
      selfHelp: z.strictObject({ enabled: z.boolean(), value: integer(1, 100) }).optional(),
    })
    .optional(),
})

const statusText = () => text(8_000).optional()

export const CompletionConfigurationInput = z.strictObject({
  showFinalGrade: bit().optional(),
  auditLogQuizAnswers: bit().optional(),
  requireCommentsForAdminCourseSetup: bit().optional(),
  requireStudentsWatchAllVideos: bit().optional(),
  enabledExtraGenders: z.boolean().optional(),
  streaming: z.boolean().optional(),
  thresholdSettings: z.strictObject({ selectedType: text(50), value: z.number().min(0).max(100_000) }).optional(),
  externalExam: z.strictObject({ enabled: z.boolean(), selectedType: text(50).nullable() }).optional(),
  reviews: z
    .strictObject({
      enabled: z.boolean(),
      rerouteOnFiveStars: z.boolean(),
      disabledForFailed: z.boolean(),
      rerouteGoogleID: text(200),
      toEmail: text(320),
    })
    .partial()
    .optional(),
  confirm: z
    .strictObject({
      name: z.boolean(),
      address: z.boolean(),
      dob: z.boolean(),
      gender: z.boolean(),
      text: text(4_000),
    })
    .partial()
    .optional(),
  customCompletionDescriptions: z
    .strictObject({
      enabled: z.boolean().optional(),
      5: statusText(),
      6: statusText(),
      7: statusText(),
      8: statusText(),
      15: statusText(),
      18: statusText(),
    })
    .optional(),
})

export const AudioInput = z.strictObject({
  enabled: z.boolean().optional(),
  price: money().optional(),
  language: text(20).optional(),
})

/** The defaults of an audio add-on and a completion (support and authoring, 3.3 and 9). */
export const audioDefaults = { enabled: false, price: 5, language: 'en-US' } as const
export const completionDefaults = {
  showFinalGrade: 0,
  auditLogQuizAnswers: 0,
  requireCommentsForAdminCourseSetup: 0,
  requireStudentsWatchAllVideos: 0,
  enabledExtraGenders: false,
  streaming: false,
  thresholdSettings: { selectedType: 'number', value: 0 },
  externalExam: { enabled: false, selectedType: null },
  reviews: { enabled: false, rerouteOnFiveStars: false, disabledForFailed: false, rerouteGoogleID: '', toEmail: '' },
  confirm: { name: false, address: false, dob: false, gender: false, text: '' },
  customCompletionDescriptions: { enabled: false },
} as const

type Settings = Readonly<Record<string, unknown>>
const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges settings, recursing while both are records; undefined values change nothing. */
export function overlay(under: Settings, overrides: Settings): Settings {
  const merged: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue
    const lowerValue = merged[name]
    merged[name] = isSettings(value) && isSettings(lowerValue) ? overlay(lowerValue, value) : value
  }
  return merged
}
