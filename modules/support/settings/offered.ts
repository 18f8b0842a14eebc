import { hoursSentence, hoursTexts, isOpen, type SupportSettings, supportSettings } from '#modules/settings/index.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { wordsIn } from '#platform/own-words.ts'
import { z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { supportSettingsTexts } from './support-settings.texts.ts'

type Reader = Pick<Ctx, 'sql' | 'organization' | 'locale' | 'now'>

/** The chat's automatic texts, in the reader's language. */
export const SupportNotice = z.object({
  /** The automatic reply to a new ticket. */
  answer: z.string(),
  hours: z.string(),
  /** The text outside support hours; null while support is open. */
  closed: z.string().nullable(),
})
export type SupportNotice = z.output<typeof SupportNotice>

export async function supportNotice(ctx: Reader): Promise<SupportNotice> {
  const { answer, hours } = await supportSettings(ctx)
  const { locale } = ctx
  return {
    answer: answer ? wordsIn(answer, locale) : localText(locale, supportSettingsTexts, 'usualAnswer'),
    hours: hoursSentence(hours, locale),
    closed: isOpen(hours, ctx.now) ? null : localize(locale, hoursTexts.closed),
  }
}

const isOffered = ({ categories }: SupportSettings, category_id: number) =>
  categories === null || categories.includes(category_id)

/** The categories of the current organization, with their names. */
export async function listCategories(ctx: Reader): Promise<{ value: number; label: string }[]> {
  const settings = await supportSettings(ctx)
  return Object.entries(lk_issue_category)
    .map(([id, text]) => ({ value: Number(id), label: localize(ctx.locale, text) }))
    .filter(({ value }) => isOffered(settings, value))
}

/** Refuses a category that the current organization does not offer. */
export async function requireOffered(ctx: Reader, category_id: number): Promise<void> {
  if (isOffered(await supportSettings(ctx), category_id)) return
  const message = localText(ctx.locale, supportSettingsTexts, 'categoryClosed')
  throw errors.invalid({}, {}, [{ path: 'category_id', message }])
}

const defaultCategory = 2

/** The initial category of a form: the requested one if it is offered. */
export function firstCategory(offered: readonly { value: number }[], preferred: string | undefined): string {
  const has = (value: number) => offered.some((category) => category.value === value)
  return String([Number(preferred), defaultCategory].find(has) ?? offered[0]?.value ?? defaultCategory)
}
