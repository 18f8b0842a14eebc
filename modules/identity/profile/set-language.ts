import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { languageId, offeredLanguages, parseLocale } from '#platform/languages.ts'
import { operation } from '#platform/operation.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { wording, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'

/** An available language: by its code, or by its lk_language_id. */
const languageChoice = z
  .union([z.string().max(10), z.int()])
  .transform((language) => {
    const text = String(language).trim().toLowerCase()
    return (
      offeredLanguages().find((offered) => offered.language === text || String(offered.id) === text)?.language ?? ''
    )
  })
  .refine((code) => code !== '', { error: wording(peopleTexts.language) })

export const setLanguage = operation({
  call: 'POST /user/setLanguage',
  summary: 'Sets the language. For a visitor, it is stored only on the device',
  may: alsoAuditors(anyone),
  takes: z.object({ language: languageChoice }),
  gives: z.object({ language: z.string(), lk_language_id: z.int() }),
  audit: 'user.setLanguage',
  // Viewing staff read in their own language; the person's profile does not change.
  whileViewing: 'allowed',
  async run(ctx, { language }) {
    const lk_language_id = languageId(parseLocale(language))
    if (ctx.actor.kind === 'user' && !isViewing(ctx.actor)) {
      await ctx.sql`
        update identity.person set lk_language_id = ${lk_language_id}, updated_at = platform.now()
        where user_id = ${ctx.actor.user_id}`
    }
    return { language, lk_language_id }
  },
})
