import { isDeepStrictEqual } from 'node:util'
import {
  cleanTranslation,
  type EmailSender,
  inheritSender,
  listSenders,
  lockEmailWords,
  noSender,
  organizationChain,
  saveSender,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { isSenderName } from '#platform/one-line.shared.ts'
import { operation } from '#platform/operation.ts'
import { addedLanguageTexts } from '#platform/own-words.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, optionalText, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { emailTexts as texts } from './emails.texts.ts'

const SenderSettings = z.object({
  sender_name: z.string().nullable(),
  reply_to: z.string().nullable(),
  footer_en: z.string().nullable(),
  footer_es: z.string().nullable(),
  /** The footer in added languages. */
  footer_more: z.record(z.string(), z.string()),
})

export const fetchEmailSender = operation({
  call: 'GET /settings/emailSender',
  summary: 'The sender name, reply address and footer of emails. Null is inherited',
  added: true,
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ own: SenderSettings, inherited: SenderSettings, version: z.int() }),
  async run(ctx) {
    const layers = await listSenders(ctx, organizationChain(ctx))
    const ownLayer = layers.find(({ organization_id }) => organization_id === ctx.organization.organization_id)
    const inherited = inheritSender(layers.filter((layer) => layer !== ownLayer))
    return {
      own: displayedSender(ownLayer ?? noSender),
      inherited: displayedSender(inherited),
      version: ownLayer?.version ?? 0,
    }
  },
})

const displayedSender = ({ sender_name, reply_to, footer_en, footer_es, footer_more }: EmailSender): EmailSender => ({
  sender_name,
  reply_to,
  footer_en,
  footer_es,
  footer_more: { ...footer_more },
})

/** Throws invalid unless a footer has both product languages, or none at all. */
function requireBothLanguages(ctx: Ctx, { footer_en, footer_es, footer_more }: EmailSender): void {
  const hasOnlyAddedLanguages = footer_en === null && Object.keys(footer_more).length > 0
  if (!hasOnlyAddedLanguages && (footer_en === null) === (footer_es === null)) return
  const path = footer_en === null ? 'footer_en' : 'footer_es'
  throw errors.invalid({}, {}, [{ path, message: localText(ctx.locale, texts, 'bothLanguages') }])
}

/** Blank fields are inherited. */
const blankToNull = (text: string): string | null => text || null

const cleanFooter = (text: string): string => cleanTranslation(text.replaceAll(/\r\n?/g, '\n'))
const footer = optionalText(1_000).transform((text) => blankToNull(cleanFooter(text)))
const footerMore = addedLanguageTexts(z.string().max(1_000).transform(cleanFooter))

export const saveEmailSender = operation({
  call: 'POST /settings/saveEmailSender',
  summary: 'Sets the sender name, reply address and footer of emails; blank is inherited',
  added: true,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    sender_name: optionalText(80)
      .refine((text) => isSenderName(text), { error: wording(texts.senderName) })
      .transform(blankToNull),
    reply_to: z
      .union([z.literal(''), z.email({ error: wording(texts.replyTo) }).max(200)], { error: wording(texts.replyTo) })
      .nullish()
      .transform((text) => blankToNull(text ?? '')),
    footer_en: footer,
    footer_es: footer,
    footer_more: footerMore,
    version: count().nullish(),
  }),
  gives: z.object({ version: z.int() }),
  fails: [errors.conflict],
  async run(ctx, { version: seenVersion, ...sender }) {
    requireBothLanguages(ctx, sender)
    const { organization_id } = ctx.organization
    await lockEmailWords(ctx, organization_id)
    const [storedSender] = await listSenders(ctx, [organization_id])
    const version = storedSender?.version ?? 0
    const before = displayedSender(storedSender ?? noSender)
    const message = localText(ctx.locale, texts, 'senderSaved')
    if (isDeepStrictEqual(before, displayedSender(sender))) return { version, message }
    if (typeof seenVersion === 'number' && seenVersion !== version) throw errors.conflict()
    await saveSender(ctx, { organization_id, ...sender, version: version + 1 })
    await ctx.audit({ action: 'email.sender', subject: `organization_id:${organization_id}`, before, after: sender })
    return { version: version + 1, message }
  },
})
