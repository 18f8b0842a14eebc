import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'
import { isViewing } from '../../../platform/viewing.ts'
import { languageId } from '../people/roles.ts'

export const setLanguage = operation({
  call: 'POST /user/setLanguage',
  summary: 'Sets the language. For a visitor, it is stored only on the device',
  may: anyone,
  takes: z.object({
    language: z
      .union([z.enum(['en-us', 'es-es', 'en-US', 'es-ES', '1', '2']), z.literal([1, 2])])
      .transform((wanted) => (/^es|^2$/.test(String(wanted)) ? ('es-es' as const) : ('en-us' as const))),
  }),
  gives: z.object({ language: z.enum(['en-us', 'es-es']), lk_language_id: z.int() }),
  audit: 'user.setLanguage',
  // Staff who view read in their own language; the profile of the person does not change.
  whileViewing: 'allowed',
  async run(ctx, { language }) {
    const lk_language_id = languageId(language)
    if (ctx.actor.kind === 'user' && !isViewing(ctx.actor)) {
      await ctx.sql`
        update identity.person set lk_language_id = ${lk_language_id}, updated_at = platform.now()
        where user_id = ${ctx.actor.user_id}`
    }
    return { language, lk_language_id }
  },
})
