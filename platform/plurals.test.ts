import { resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findProductTexts } from './checks/product-texts.ts'
import { choosePlurals, pluralsOf, usualPluralForms } from './plurals.ts'
import { type Locale, localize, setChangedTexts, withWords } from './texts.ts'

afterEach(() => setChangedTexts('', {}))

test("a translation uses its language's form for the number", () => {
  const words = '{n, plural, one {{n} zadanie} few {{n} zadania} many {{n} zadań} other {{n} zadania}} {where}'
  setChangedTexts('1', { 'pl-pl': [['{n} tasks {where}', '{n} tareas {where}', words]] })
  const textFor = (n: string | number) =>
    localize('pl-pl', ['{n} tasks {where}', '{n} tareas {where}'], { n, where: 'tu' })
  expect([textFor(1), textFor(3), textFor(5), textFor('1,022')]).toEqual([
    '1 zadanie tu',
    '3 zadania tu',
    '5 zadań tu',
    '1,022 zadania tu',
  ])
})

test.each([
  ['a form that never ends', '{n, plural, one {a other {b}}'],
  ['a form twice', '{n, plural, one {a} one {b} other {c}}'],
  ['no form at all', '{n, plural, }'],
])('refuses %s', (_what, text) => {
  expect(pluralsOf(text)).toBeNull()
  expect(choosePlurals(text, 'en-us', { n: 1 })).toBe(text)
})

test.each([
  ['en-us', 'one,other'],
  ['fr-ca', 'one,other'],
  ['ja-jp', 'other'],
  ['ar-eg', 'few,many,one,other,two,zero'],
])('%s has the forms %s for whole numbers', (language, forms) =>
  expect(usualPluralForms(language).toSorted().join()).toBe(forms),
)

test("a number is followed by the form of the reader's language", () => {
  const days = ['{n, plural, one {{n} day} other {{n} days}}', '{n, plural, one {{n} día} other {{n} días}}'] as const
  const say = (locale: Locale) => [0, 1, '1', 2, '1,000'].map((n) => localize(locale, days, { n }))
  expect(say('en-us')).toEqual(['0 days', '1 day', '1 day', '2 days', '1,000 days'])
  expect(say('es-es')).toEqual(['0 días', '1 día', '1 día', '2 días', '1,000 días'])
  // Japanese has one form for all numbers; English fallback texts keep English forms.
  expect(say('ja-jp')).toEqual(say('en-us'))
})

test('reworded emails have plural forms, too', () => {
  const text = ['{n} days left', 'Quedan {n} días'] as const
  const words = [...text, '{n, plural, one {{n} day} other {{n} days}} to go'] as const
  expect(withWords({ 'en-us': [words] }, () => localize('en-us', text, { n: 1 }))).toBe('1 day to go')
})

/** Limits that are never 1, numbers next to a noun that they do not count, and texts of the contract. */
const invariable = [
  'selectedElsewhere',
  'tooMany',
  'tooLong',
  'longCell',
  'manyRows',
  'manyColumns',
  'dayFull',
  'keystrokeShort',
  'linesShown',
  'mostRanges',
  'wordsBetween',
  'charactersBetween',
  'firstRows',
  'badMore',
  'previewMore',
  'checked',
  'changed',
  'length',
  'showing',
  'dateOfBirthTexts',
  'learningErrors.tooYoung',
  'learningErrors.tooOld',
  'eligibilityTexts.tooYoung',
  'eligibilityTexts.tooOld',
  'attemptsOver',
  'chatTexts.counts',
  'reportTexts.manyRows',
  'gridWords.last',
  'moveTexts.all',
  'invoiceTooLong',
  'starters',
  'migrationOf',
  'points',
  'invoiceClosed',
  'refundEmailTexts.void',
  'chooseHint',
  'faults.tooHigh',
  'faults.tooLow',
  'trendLatest',
]
const numbers =
  'n|m|count|total|min|max|minutes|seconds|hours|days|most|least|wanted|available|samples|rows|age|files|left'
const counted = new RegExp(`\\{(${numbers})\\} (?:\\p{L}+ )?\\p{Ll}+s\\b`, 'u')

test('every product text with a count has its plural forms in both languages', () => {
  const texts = findProductTexts(resolve(import.meta.dirname, '..'))
  const formsOf = (text: string) => pluralsOf(text)?.map(({ forms }) => [...forms.keys()].join()) ?? ['unreadable']
  const withForms = texts.flatMap(({ english, spanish }) => [...formsOf(english), ...formsOf(spanish)])
  expect(withForms.length).toBeGreaterThan(50)
  expect([...new Set(withForms)]).toEqual(['one,other'])
  const withoutPlural = texts
    .filter(({ english, spanish }) => [english, spanish].some((text) => counted.test(withoutForms(text))))
    .filter(({ path, key }) => !invariable.some((name) => `${path} ${key}`.includes(name)))
  expect(withoutPlural.map(({ path, key, english, spanish }) => `${path} ${key}: ${english} | ${spanish}`)).toEqual([])
})

function withoutForms(words: string): string {
  const places = pluralsOf(words) ?? []
  return places.toReversed().reduce((text, { at, end }) => text.slice(0, at) + text.slice(end), words)
}
