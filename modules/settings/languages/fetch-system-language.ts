import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listLanguages } from './language.sql.ts'

export const SystemLanguage = z.object({
  system_language_id: z.int(),
  language: z.string(),
  name: z.string(),
  lk_system_language_status_id: z.int(),
  default_ind: z.boolean(),
})

export type SystemLanguage = z.output<typeof SystemLanguage>

export const fetchSystemLanguage = operation({
  call: 'GET /systemLanguage/fetchSystemLanguage',
  summary: 'Lists the languages of the product',
  may: anyone,
  takes: z.object({}),
  gives: z.object({ languages: z.array(SystemLanguage) }),
  run: async (ctx) => ({ languages: await listLanguages(ctx) }),
})
