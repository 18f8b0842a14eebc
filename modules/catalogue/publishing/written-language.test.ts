import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type CourseLanguage, writtenLanguage } from './written-language.ts'

const courses = {
  'eldt-class-a-theory': 'en',
  'florida-basic-driver-improvement': 'en',
  'teen-permit-drug-alcohol': 'en',
  'manejo-defensivo-es': 'es',
} as const

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
const folder = resolve(import.meta.dirname, '../../../migrations/demo/courses')

test.each(Object.entries(courses))('no text of %s is mistaken for the other language', (name, language) => {
  const texts = textsIn(JSON.parse(readFileSync(resolve(folder, `${name}.json`), 'utf8')))
  const guesses = texts.map((text) => [writtenLanguage(text), text] as const)
  expect(guesses.filter(([guess]) => guess !== null && guess !== language)).toEqual([])
  const sentences = guesses.filter(([, text]) => text.length >= 60 && /\w \w+ \w/.test(text))
  const ofLanguage = sentences.filter(([guess]) => guess === language)
  expect(sentences.length).toBeGreaterThan(100)
  expect(ofLanguage.length / sentences.length).toBeGreaterThan(0.9)
})

test.each<[string, CourseLanguage | null]>([
  ['Slow down before you reach the top of the hill.', 'en'],
  ['Reduzca la velocidad antes de llegar a la cima de la colina.', 'es'],
  ['STOP', null],
  ['', null],
  ['Escriba "I Agree" para continuar con el curso que compró.', 'es'],
  ['The words on the sign are: ceda el paso a los de la vía.', null],
  ['12345 67 890', null],
])('%s', (text, language) => {
  expect(writtenLanguage(text)).toBe(language)
})
