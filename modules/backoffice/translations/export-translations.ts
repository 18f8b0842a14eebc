import { Buffer } from 'node:buffer'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { operator } from '#platform/operator.ts'
import { z } from '#platform/schema.ts'
import { loadRows } from './fetch-translations.ts'
import { linesOf, writeCsv, writeJson } from './translation-file.ts'
import { writeXliff } from './xliff.ts'

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json', xliff: 'application/xliff+xml' } as const

export const exportTranslations = operation({
  call: 'GET /systemLanguage/exportTranslations',
  summary: 'Every text with its translation into a language, as a CSV, JSON or XLIFF 2 file that can be imported again',
  added: true,
  may: operator('MANAGE_SETTINGS:READ'),
  takes: z.object({ language: z.string().max(10), format: z.enum(['csv', 'json', 'xliff']).default('csv') }),
  gives: binary('text/csv'),
  fails: [errors.notFound],
  rate: 'export',
  audit: 'translations.export',
  async run(ctx, { language, format }) {
    const { languages, rows } = await loadRows(ctx)
    if (!languages.some((available) => available.language === language)) throw errors.notFound()
    const lines = linesOf(
      rows.filter(({ places }) => places.length > 0),
      language,
    )
    const text = {
      csv: () => writeCsv(lines),
      json: () => writeJson(language, lines),
      xliff: () => writeXliff(language, lines),
    }[format]()
    return {
      body: new Uint8Array(Buffer.from(text)),
      name: `${language}.${format === 'xliff' ? 'xlf' : format}`,
      type: types[format],
    }
  },
})
