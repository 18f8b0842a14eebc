import { afterEach, expect, test } from 'vitest'
import { issuesOf, parseOptions, z } from './schema.ts'
import { localizeSentence, type Sentence } from './sentence.ts'
import { type Locale, setChangedTexts } from './texts.ts'

afterEach(() => setChangedTexts('', {}))

const title = ['PDF of {count} certificates', 'PDF de {count} certificados'] as const
const finishedSentence: Sentence = {
  text: ['{title} is finished. It cost {price}.', '{title}: terminado. Costó {price}.'],
  params: { title: { text: title, params: { count: { count: 1200 } } }, price: { cents: 1_950 } },
}

test("a stored sentence is in the reader's language, including its parameters", () => {
  const sentence: Sentence = JSON.parse(JSON.stringify(finishedSentence))
  setChangedTexts('1', {
    'fr-ca': [
      [...title, 'PDF de {count} attestations'],
      [finishedSentence.text[0], finishedSentence.text[1], 'C’est prêt : {title}, pour {price}.'],
    ],
  })
  const textIn = (locale: Locale) => localizeSentence(locale, sentence).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(textIn('en-us')).toBe('PDF of 1,200 certificates is finished. It cost $19.50.')
  expect(textIn('es-es')).toBe('PDF de 1,200 certificados: terminado. Costó $19.50.')
  expect(textIn('fr-ca')).toBe('C’est prêt : PDF de 1 200 attestations, pour 19,50 $ US.')
})

test('a name that looks like a placeholder stays a name', () => {
  expect(
    localizeSentence('en-us', { text: ['{name} passed {course}.', ''], params: { name: '{course}', course: 'A' } }),
  ).toBe('{course} passed A.')
})

const schema = z.strictObject({
  name: z.string().max(1_500),
  age: z.int().min(16),
  rate: z.number().gt(0),
  tags: z.array(z.string()).max(2),
  kind: z.enum(['a', 'b']),
  mail: z.email(),
  step: z.number().multipleOf(0.01),
  either: z.union([z.number(), z.boolean()]),
})
const invalidInput = {
  name: 'x'.repeat(1_501),
  age: 15,
  rate: 0,
  tags: ['', '', ''],
  kind: 'c',
  mail: '-',
  step: 0.001,
  either: 'x',
  more: 1,
}
const saidOf = (locale: Locale, input: object) =>
  Object.fromEntries(
    issuesOf(schema.safeParse(input, parseOptions(locale)).error!, locale).map(({ path, message }) => [path, message]),
  )

test('schema errors are in plain words with advice', () => {
  expect(saidOf('en-us', invalidInput)).toEqual({
    name: 'Shorten this to 1,500 characters.',
    age: 'Enter 16 or more.',
    rate: 'Enter a number greater than 0.',
    tags: 'Send up to 2 entries.',
    kind: 'Choose one of these: a, b.',
    mail: 'Enter an email address, such as name@example.com.',
    step: 'Enter a multiple of 0.01.',
    either: "This doesn't match what is needed here. Check it and try again.",
    '': "Remove what we don't recognize here: more.",
  })
  expect(saidOf('en-us', { ...invalidInput, name: undefined, age: 1.5, tags: {}, mail: 3 })).toMatchObject({
    name: 'Fill in this field.',
    age: 'Enter a whole number.',
    tags: 'Send a list here.',
    mail: 'Enter text here.',
  })
})

test('an added language has them, too', () => {
  setChangedTexts('1', { 'fr-ca': [['Fill in this field.', 'Complete este campo.', 'Remplissez ce champ.']] })
  expect(saidOf('fr-ca', { ...invalidInput, name: undefined })).toMatchObject({ name: 'Remplissez ce champ.' })
  expect(saidOf('es-es', { ...invalidInput, name: undefined })).toMatchObject({ name: 'Complete este campo.' })
})
