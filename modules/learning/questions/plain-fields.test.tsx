import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Locale } from '#platform/texts.ts'
import { LocaleContext } from '#platform/ui/locale.tsx'
import { AnswerFields } from './answer-fields.shared.tsx'
import { questionWith } from './question.fixture.ts'

const none = { enabled: false, min: 0, max: 0 }

function hintOf(type: number, settings: { wordMinMax: typeof none; minMax: typeof none }, locale: Locale = 'en-us') {
  const { configuration, ...question } = questionWith(type, { settings })
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <AnswerFields question={{ ...question, configuration: { ...configuration, matches: [] } }} answer={null} />
    </LocaleContext>,
  )
  const [, id, hint] = html.match(/<p[^>]* id="([^"]+-hint)"[^>]*>([^<]*)</) ?? []
  if (id) expect(html).toContain(`aria-describedby="${id}"`)
  return hint ?? null
}

test.each([
  [8, { wordMinMax: { enabled: true, min: 2, max: 40 }, minMax: none }, 'Must be between 2 and 40 words.'],
  [1, { wordMinMax: none, minMax: { enabled: true, min: 9, max: 9 } }, 'Must be 9 characters.'],
  [8, { wordMinMax: none, minMax: none }, null],
] as const)('the limits of a written answer (type %i) are shown before it is written', (type, settings, hint) => {
  expect(hintOf(type, settings)).toBe(hint)
})

test('the limits are shown in the language of the student', () => {
  const settings = { wordMinMax: { enabled: true, min: 2, max: 40 }, minMax: none }
  expect(hintOf(8, settings, 'es-es')).toBe('Debe tener entre 2 y 40 palabras.')
})
