import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'

const SystemLanguage = z.object({
  system_language_id: z.int(),
  language: z.string(),
  name: z.string(),
  lk_system_language_status_id: z.int(),
  default_ind: z.boolean(),
})

export const fetchSystemLanguage = operation({
  call: 'GET /systemLanguage/fetchSystemLanguage',
  summary: 'Lists the languages of the product',
  may: anyone,
  takes: z.object({}),
  gives: z.object({ languages: z.array(SystemLanguage) }),
  async run({ sql }) {
    const languages = await sql<z.output<typeof SystemLanguage>>`
      select system_language_id, language, name, lk_system_language_status_id, default_ind
      from settings.system_language order by system_language_id`
    return { languages }
  },
})
