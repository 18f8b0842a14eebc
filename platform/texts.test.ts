import { resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { identityErrors } from '#modules/identity/errors.ts'
import { findProductTexts } from './checks/product-texts.ts'
import { changedTextsOf, hasChangedTexts, localize, setChangedTexts, textsIn, textsRevision } from './texts.ts'

const hello = ['Hello, {name}', 'Hola, {name}'] as const
afterEach(() => setChangedTexts('', {}))

it("returns the staff's text if it was changed, with its parameters", () => {
  setChangedTexts('7', { 'en-us': [['Hello, {name}', 'Hola, {name}', 'Welcome, {name}']] })
  expect(localize('en-us', hello, { name: 'Ana' })).toBe('Welcome, Ana')
  expect(localize('es-es', hello, { name: 'Ana' })).toBe('Hola, Ana')
  expect([textsRevision(), hasChangedTexts('en-us'), hasChangedTexts('es-es')]).toEqual(['7', true, false])
})

it('distinguishes texts that are equal in English but not in Spanish', () => {
  setChangedTexts('8', { 'es-es': [['Open', 'Abierta', 'Sin cerrar']] })
  expect(localize('es-es', ['Open', 'Abierta'])).toBe('Sin cerrar')
  expect(localize('es-es', ['Open', 'Abrir'])).toBe('Abrir')
})

it('drops former changes, and returns the original without changes', () => {
  setChangedTexts('9', { 'en-us': [['Hello, {name}', 'Hola, {name}', 'Hi']] })
  expect(changedTextsOf('en-us')).toEqual([['Hello, {name}', 'Hola, {name}', 'Hi']])
  setChangedTexts('10', { 'en-us': [] })
  expect(localize('en-us', hello, { name: 'Ana' })).toBe('Hello, Ana')
  expect([textsRevision(), hasChangedTexts('en-us'), changedTextsOf('en-us')]).toEqual(['10', false, []])
})

it("finds no text under the names of Object's properties", () => {
  setChangedTexts('11', { 'en-us': [['a', 'b', 'c']] })
  expect(localize('en-us', ['constructor', 'toString'])).toBe('constructor')
})

it('lists the texts that people read, without permissions and keys', () => {
  const texts = findProductTexts(resolve(import.meta.dirname, '..'))
  const textsOf = (part: string) => texts.filter(({ path, key }) => `${path}:${key}`.includes(part))
  expect(textsOf('welcome.mail.tsx:welcomeEmail').map(({ key }) => key)).toEqual(['welcomeEmail.title'])
  expect(textsOf('evidence.texts.ts:evidenceTexts.at')).toMatchObject([{ english: 'Agreed on' }])
  expect(texts.filter(({ spanish }) => /^[A-Z_]+:[A-Z]+$/.test(spanish))).toEqual([])
  // The messages of `make check` are for engineers, in English.
  expect(textsOf('platform/checks/')).toEqual([])
  // Spanish follows the product's style for quotation marks and ellipses.
  const marks = texts.filter(({ spanish }) => /["«»]|\.\./.test(spanish))
  expect(marks.map(({ path, key, spanish }) => `${path} ${key}: ${spanish}`)).toEqual([])
})

it('requires the places of a text by type, also of plural forms, and not those of a pattern', () => {
  const t = textsIn('en-us', {
    hello,
    plain: ['Hello', 'Hola'],
    pattern: ['Such as ^[A-Z]{2}$', 'Como ^[A-Z]{2}$'],
    days: [
      '{n, plural, one {{n} day} other {{n} days}} of {name}',
      '{n, plural, one {{n} día} other {{n} días}} de {name}',
    ],
    words: [
      'Add the {n, plural, one {question} other {questions}}',
      'Agregar {n, plural, one {la pregunta} other {las preguntas}}',
    ],
  } as const)
  expect([t('plain'), t('pattern'), t('days', { n: 1, name: 'Ana' }), t('words', { n: 2 })]).toEqual([
    'Hello',
    'Such as ^[A-Z]{2}$',
    '1 day of Ana',
    'Add the questions',
  ])
  // @ts-expect-error without the parameters
  expect(t('hello')).toContain('{name}')
  // @ts-expect-error with another name
  expect(t('hello', { nam: 'Ana' })).toContain('{name}')
  // @ts-expect-error the number is missing
  expect(t('days', { name: 'Ana' })).toContain('{n}')
  // @ts-expect-error a place of a refusal's text
  expect(identityErrors.tooManyTestKeys({}).params).toEqual({})
})

it('has the same places in both languages of each text', () => {
  // A value that differs by language has two names: `{masks}` and `{masks_es}`.
  const placesOf = (text: string) =>
    [...new Set(text.match(/\{[a-z]\w*(?=\}|, plural,)/g)?.map((place) => place.replace(/_es$/, '')))].toSorted()
  const texts = findProductTexts(resolve(import.meta.dirname, '..'))
  const withPlaces = texts.filter(({ english }) => placesOf(english).length > 0)
  expect(withPlaces.length).toBeGreaterThan(500)
  expect(texts.filter(({ english, spanish }) => `${placesOf(english)}` !== `${placesOf(spanish)}`)).toEqual([])
})
