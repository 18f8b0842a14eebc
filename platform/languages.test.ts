import { afterEach, expect, test } from 'vitest'
import { langOn, languageId, localeOf, offeredLanguages, parseLocale, setAddedLanguages } from './languages.ts'
import { dateShape, directionOf, formatLocale } from './locale-format.ts'
import { formatMoney } from './money.ts'
import { parseTypedDay } from './typed-day.ts'
import { datePattern, maskDate, showDate } from './ui/masks.ts'

const french = { id: 7, language: 'fr-ca', name: 'Français (Canada)' } as const
afterEach(() => setAddedLanguages([]))

test('an added language is found by code, tag and id, only while it is offered', () => {
  expect([parseLocale('fr-CA'), localeOf(7), languageId('fr-ca')]).toEqual(['en-us', 'en-us', 1])
  setAddedLanguages([french])
  expect(['fr-CA', 'fr_ca', 'fr', 'fr-FR,en;q=0.8'].map(parseLocale)).toEqual(['fr-ca', 'fr-ca', 'fr-ca', 'fr-ca'])
  expect([localeOf(7), languageId('fr-ca'), offeredLanguages().length]).toEqual(['fr-ca', 7, 3])
  expect(['es', 'es-MX', 'en-GB', 'xx', '', null, 'frites'].map(parseLocale)).toEqual([
    ...['es-es', 'es-es', 'en-us', 'en-us', 'en-us', 'en-us', 'en-us'],
  ])
})

test("numbers and dates are in the country's format, with our digits and calendar", () => {
  expect(formatMoney(102495, 'fr-ca').replace(/\s/g, ' ')).toBe('1 024,95 $ US')
  expect([formatLocale('en-us'), formatLocale('es-es')]).toEqual(['en-US', 'es-US'])
  for (const language of ['ar-eg', 'fa-ir', 'th-th', 'ja-jp']) {
    const day = new Intl.DateTimeFormat(formatLocale(language), { year: 'numeric', timeZone: 'UTC' }).format(0)
    expect([language, day]).toEqual([language, expect.stringContaining('1970')])
  }
})

test.each([
  ['fr-ca', '2026-07-04', 'YYYY-MM-DD', '20260704'],
  ['de-de', '04.07.2026', 'DD.MM.YYYY', '04072026'],
  ['ar-eg', '04/07/2026', 'DD/MM/YYYY', '04072026'],
  ['hu-hu', '2026.07.04', 'YYYY.MM.DD', '20260704'],
] as const)('a day in %s is %s, typed as %s and parsed again', (language, text, pattern, input) => {
  expect([showDate('2026-07-04', language), datePattern(language)]).toEqual([text, pattern])
  expect(maskDate(input, language)).toBe(text)
  expect(parseTypedDay(text, language)).toBe('2026-07-04')
  expect(parseTypedDay('07/04/26', language)).toBeNull()
})

test("a language's direction is that of its script", () => {
  expect(['en-us', 'fr-ca', 'ar-eg', 'he-il', 'ur-pk', 'fa-ir'].map(directionOf)).toEqual([
    ...['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl'],
  ])
  expect(dateShape('es-es').order).toEqual(['day', 'month', 'year'])
})

test('a text names its language only on a page in another one', () => {
  expect([langOn('en-us', 2), langOn('es-es', 1), langOn('es-es', 2), langOn('en-us', 1)]).toEqual([
    'es-es',
    'en-us',
    undefined,
    undefined,
  ])
})
