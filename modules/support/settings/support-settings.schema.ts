import { phoneNumber } from '#modules/identity/index.ts'
import { type OwnSupportSettings, type SupportSettings, supportZones } from '#modules/settings/index.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import { ownWords, ShownWords } from '#platform/own-words.ts'
import { list, wording, z } from '#platform/schema.ts'
import { supportSettingsTexts as texts } from './support-settings.texts.ts'

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value)
const inheritable = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankToNull, schema.nullable()).optional().default(null)

const phone = phoneNumber(texts.phoneWrong)

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: wording(texts.hoursWrong) })
const hours = z
  .strictObject({
    /** The days of the week; 1 is Monday. */
    days: z
      .array(z.coerce.number().pipe(z.int().min(1).max(7)))
      .min(1)
      .max(7),
    from: time,
    until: time,
    timezone: z.string().refine((zone) => zone in supportZones, { error: wording(texts.zoneWrong) }),
  })
  .refine(({ from, until }) => from < until, { error: wording(texts.hoursWrong), path: ['until'] })
  .transform((input) => ({ ...input, days: [...new Set(input.days)].sort() }))

const automaticAnswer = z
  .string()
  .max(1_000)
  .transform((text) => composed(text).trim())
  .refine((text) => text !== '', { error: wording(texts.bothLanguages) })

const categoryIds = Object.keys(lk_issue_category).map(Number)
/** Always available, so that every question has a category. */
const otherCategory = 8

const categories = list(
  z.coerce.number().refine((id) => categoryIds.includes(id)),
  20,
).transform((ids) =>
  ids.length === 0
    ? null
    : categoryIds.filter((categoryId) => categoryId === otherCategory || ids.includes(categoryId)),
)

/** An organization's own settings. Settings that are null, blank or omitted are inherited. */
export const SupportDraft = z.strictObject({
  phone: inheritable(phone),
  email: inheritable(z.email({ error: wording(texts.emailWrong) }).max(200)),
  hours: inheritable(hours),
  automaticAnswer: inheritable(ownWords(automaticAnswer)),
  /** The user_id of the default assignee. */
  defaultAssignee: inheritable(
    z.coerce.number({ error: wording(texts.assigneeWrong) }).pipe(z.int().positive().max(2_147_483_647)),
  ),
  /** The lk_issue_category_ids of the available categories. */
  categories: inheritable(categories),
})
export type SupportDraft = z.output<typeof SupportDraft>

/** Support settings in responses. */
export const SupportSettingsResponse = z.object({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  hours: z.object({ days: z.array(z.int()), from: z.string(), until: z.string(), timezone: z.string() }).nullable(),
  automaticAnswer: ShownWords.nullable(),
  defaultAssignee: z.int().nullable(),
  categories: z.array(z.int()).nullable(),
})
export type SupportSettingsResponse = z.output<typeof SupportSettingsResponse>

/** The settings in the shape of the response; null where an organization inherits a setting. */
export const supportResponse = (settings: OwnSupportSettings | SupportSettings): SupportSettingsResponse => ({
  phone: settings.phone,
  email: settings.email,
  hours: settings.hours && { ...settings.hours, days: [...settings.hours.days] },
  automaticAnswer: settings.answer,
  defaultAssignee: settings.default_assignee,
  categories: settings.categories && [...settings.categories],
})

/** Converts a draft to the organization's own settings. */
export const toOwnSettings = (draft: SupportDraft): OwnSupportSettings => ({
  phone: draft.phone,
  email: draft.email,
  hours: draft.hours,
  answer: draft.automaticAnswer,
  default_assignee: draft.defaultAssignee,
  categories: draft.categories,
})
