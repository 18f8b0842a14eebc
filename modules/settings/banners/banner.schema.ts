import { Message, requireEndAfterStart, schedule } from '#modules/settings/notices/message.schema.ts'
import { wording, z } from '#platform/schema.ts'
import { bannerTexts } from './banner.texts.ts'

export const bannerGroups = ['admin', 'instructor', 'student'] as const
export type BannerGroup = (typeof bannerGroups)[number]

/** A banner: its audience, text and schedule. */
export const BannerDraft = z
  .object({ group: z.enum(bannerGroups).default('admin'), message: Message, ...schedule })
  .superRefine(requireEndAfterStart)
export type BannerDraft = z.output<typeof BannerDraft>

const invalidJson = Symbol('unreadable')

function parseJson(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return invalidJson
  }
}

/** All banners of an organization: in the contract a JSON string, but a list is accepted, too. */
export const BannerDrafts = z
  .preprocess(
    parseJson,
    z
      .array(BannerDraft, { error: wording(bannerTexts.unreadable) })
      .max(bannerGroups.length, { error: wording(bannerTexts.groupTwice) })
      .refine((drafts) => new Set(drafts.map(({ group }) => group)).size === drafts.length, {
        error: wording(bannerTexts.groupTwice),
      }),
  )
  .openapi({ type: 'string', description: 'a JSON list of {group, message, starts_at, ends_at}' })
