import { Message, requireOrder, schedule } from '#modules/settings/notices/message.schema.ts'
import { wording, z } from '#platform/schema.ts'
import { bannerTexts } from './banner.texts.ts'

export const bannerGroups = ['admin', 'instructor', 'student'] as const
export type BannerGroup = (typeof bannerGroups)[number]

/** A banner: its audience, text and schedule. */
export const BannerDraft = z
  .object({ group: z.enum(bannerGroups).default('admin'), message: Message, ...schedule })
  .superRefine(requireOrder)
export type BannerDraft = z.output<typeof BannerDraft>

const unreadable = Symbol('unreadable')

function parse(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return unreadable
  }
}

/** All banners of an organization, in the contract as a JSON string; a list is accepted, too. */
export const BannerDrafts = z
  .preprocess(
    parse,
    z
      .array(BannerDraft, { error: wording(bannerTexts.unreadable) })
      .max(bannerGroups.length, { error: wording(bannerTexts.groupTwice) })
      .refine((drafts) => new Set(drafts.map(({ group }) => group)).size === drafts.length, {
        error: wording(bannerTexts.groupTwice),
      }),
  )
  .openapi({ type: 'string', description: 'a JSON list of {group, message, starts_at, ends_at}' })
