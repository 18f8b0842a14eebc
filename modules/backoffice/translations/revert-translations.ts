import { listEvents, listTranslations, lockTexts } from '#modules/settings/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { operator } from '#platform/operator.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isSame, saveEdits } from './save-translations.ts'
import { translationTexts } from './translations.texts.ts'

export const revertTranslations = operation({
  call: 'POST /systemLanguage/revertTranslations',
  summary: 'Undoes a set of changes to texts, as a whole; 409 where one of the texts has been changed since',
  added: true,
  may: operator('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ text_change_id: id() }),
  gives: z.object({ revision: z.int(), changed: z.int() }),
  fails: [errors.notFound, errors.conflict],
  async run(ctx, { text_change_id }) {
    const revision = await lockTexts(ctx)
    const events = await listEvents(ctx, { text_change_id })
    if (events.length === 0) throw errors.notFound()
    const current = await listTranslations(ctx, [...new Set(events.map(({ key }) => key))])
    const edits = events.map(({ key, language, before, after }) => {
      const now = current.find((translation) => translation.key === key && translation.language === language) ?? null
      return { key, language, before: now, after: before, expected: after }
    })
    const message = localText(ctx.locale, translationTexts, 'reverted')
    // A resent form finds its changes already made.
    if (edits.every(({ before, after }) => isSame(before, after))) return { revision, changed: 0, message }
    if (edits.some(({ before, expected }) => !isSame(before, expected))) throw errors.conflict()
    return { ...(await saveEdits(ctx, { kind: 'revert', action: 'translations.revert' }, edits)), message }
  },
})
