import {
  type EmailWords,
  listEmailWords,
  lockEmailWords,
  type NewWords,
  saveEmailWords,
} from '#modules/settings/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { checkDraft, emailDraft, localeOfDraft, requireWordedEmail } from './email.schema.ts'
import { emailTexts } from './emails.texts.ts'

export const saveEmail = operation({
  call: 'POST /settings/saveEmail',
  summary:
    "Rewords texts of an email in a language for the organization and its sub-organizations. '' brings back the product's words",
  added: true,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    ...emailDraft,
    /** The version that was fetched; 409 if someone has saved since. */
    version: count(0, 2_147_483_647).nullish(),
  }),
  gives: z.object({ version: z.int(), changed: z.int() }),
  fails: [errors.notFound, errors.conflict],
  async run(ctx, { version: seenVersion, ...draft }) {
    const words = checkDraft(ctx, draft)
    const { organization_id } = ctx.organization
    await lockEmailWords(ctx, organization_id)
    const rows = await listEmailWords(ctx, [organization_id], draft.email)
    const sameLanguage = rows.filter(({ language }) => language === draft.language)
    const version = Math.max(0, ...sameLanguage.map((row) => row.version))
    const message = localText(ctx.locale, emailTexts, 'saved')
    const edits = listEdits(draft, sameLanguage, words)
    // A form that was sent twice changes nothing.
    if (edits.length === 0) return { version, changed: 0, message }
    if (typeof seenVersion === 'number' && seenVersion !== version) throw errors.conflict()
    const { email, language } = draft
    const target = { organization_id, email, language, version: version + 1, changed_by: userOf(ctx).user_id }
    await saveEmailWords(ctx, target, edits)
    const before = new Map(sameLanguage.map((row) => [row.key, row.words]))
    await ctx.audit({
      action: 'email.save',
      subject: `organization_id:${organization_id}`,
      before: { email, language, texts: Object.fromEntries(edits.map(({ key }) => [key, before.get(key) ?? null])) },
      after: { email, language, texts: Object.fromEntries(edits.map(({ key, words }) => [key, words])) },
    })
    return { version: version + 1, changed: edits.length, message }
  },
})

type EmailDraftInput = Parameters<typeof checkDraft>[1]

/** The changes of a draft. Texts equal to the product's own are stored as null. */
function listEdits(
  draft: EmailDraftInput,
  storedWords: readonly EmailWords[],
  words: ReadonlyMap<string, string>,
): NewWords[] {
  const { texts } = requireWordedEmail(draft.email).texts
  return [...words].flatMap(([key, typed]): NewWords[] => {
    const text = texts[key]!
    const [english, spanish] = text
    const newWords = typed === '' || typed === localize(localeOfDraft(draft), text) ? null : typed
    const before = storedWords.find((row) => row.key === key)
    const isSame = (before?.words ?? null) === newWords
    const isCurrent = before?.words == null || (before.english === english && before.spanish === spanish)
    return isSame && isCurrent ? [] : [{ key, english, spanish, words: newWords }]
  })
}
