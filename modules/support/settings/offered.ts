import {
  formatHoursSentence,
  hoursTexts,
  isOpen,
  type SupportSettings,
  supportSettings,
} from '#modules/settings/index.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { wordsIn } from '#platform/own-words.ts'
import { z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { supportSettingsTexts } from './support-settings.texts.ts'

type SupportContext = Pick<Ctx, 'sql' | 'organization' | 'locale' | 'now'>

/** The automatic texts of the chat, in the reader's language. */
export const SupportNotice = z.object({
  /** The automatic reply to a new ticket. */
  answer: z.string(),
  hours: z.string(),
  /** The text outside support hours; null while support is open. */
  closed: z.string().nullable(),
})
export type SupportNotice = z.output<typeof SupportNotice>

/** The automatic answer and the support hours in the language of the caller, with a notice while support is closed. */
export async function selectSupportNotice(ctx: SupportContext): Promise<SupportNotice> {
  const { answer, hours } = await supportSettings(ctx)
  const { locale } = ctx
  return {
    answer: answer ? wordsIn(answer, locale) : localText(locale, supportSettingsTexts, 'usualAnswer'),
    hours: formatHoursSentence(hours, locale),
    closed: isOpen(hours, ctx.now) ? null : localize(locale, hoursTexts.closed),
  }
}

const isCategoryOffered = ({ categories }: SupportSettings, category_id: number) =>
  categories === null || categories.includes(category_id)

/** The categories that the visited organization offers, with their names. */
export async function listCategories(ctx: SupportContext): Promise<{ value: number; label: string }[]> {
  const settings = await supportSettings(ctx)
  return Object.entries(lk_issue_category)
    .map(([id, text]) => ({ value: Number(id), label: localize(ctx.locale, text) }))
    .filter(({ value }) => isCategoryOffered(settings, value))
}

/** Throws invalid for a category that the visited organization does not offer. */
export async function requireOffered(ctx: SupportContext, category_id: number): Promise<void> {
  if (isCategoryOffered(await supportSettings(ctx), category_id)) return
  const message = localText(ctx.locale, supportSettingsTexts, 'categoryClosed')
  throw errors.invalid({}, {}, [{ path: 'category_id', message }])
}

const defaultCategory = 2

/** The initial category of a form: the preferred one, otherwise the default or the first, whichever is offered. */
export function initialCategory(offered: readonly { value: number }[], preferred: string | undefined): string {
  const isOffered = (value: number) => offered.some((category) => category.value === value)
  return String([Number(preferred), defaultCategory].find(isOffered) ?? offered[0]?.value ?? defaultCategory)
}
