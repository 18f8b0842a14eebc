import { afterEach, expect, test } from 'vitest'
import { choosePlurals, pluralsOf, usualPluralForms } from './plurals.ts'
import { pick, setChangedTexts } from './texts.ts'

afterEach(() => setChangedTexts('', {}))

test('a translation chooses the form that its language has for the number', () => {
  const words = '{n, plural, one {{n} zadanie} few {{n} zadania} many {{n} zadań} other {{n} zadania}} {where}'
  setChangedTexts('1', { 'pl-pl': [['{n} tasks {where}', '{n} tareas {where}', words]] })
  const say = (n: string | number) => pick('pl-pl', ['{n} tasks {where}', '{n} tareas {where}'], { n, where: 'tu' })
  expect([say(1), say(3), say(5), say('1,022')]).toEqual([
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
])('%s is not read', (_what, words) => {
  expect(pluralsOf(words)).toBeNull()
  expect(choosePlurals(words, 'en-us', { n: 1 })).toBe(words)
})

test.each([
  ['en-us', 'one,other'],
  ['fr-ca', 'one,other'],
  ['ja-jp', 'other'],
  ['ar-eg', 'few,many,one,other,two,zero'],
])('%s has the forms %s for whole numbers', (language, forms) =>
  expect(usualPluralForms(language).toSorted().join()).toBe(forms),
)
