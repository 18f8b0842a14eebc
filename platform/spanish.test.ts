import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { datePattern, showDate } from './ui/masks.ts'

const root = resolve(import.meta.dirname, '..')
const sources = ['modules', 'web', 'platform', 'jobs'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** The source lines, without comments, that contain one of the words. */
const linesWith = (words: RegExp) =>
  sources.flatMap((name) =>
    readFileSync(resolve(root, name), 'utf8')
      .split('\n')
      .filter((line) => words.test(line) && !/^\s*(\/|\*)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )

test('Spanish texts use one term for each thing', () => {
  expect(linesWith(/\bagregar\b/i)).not.toEqual([])
  expect(linesWith(/(?<!\p{L})añad/iu)).toEqual([])
  expect(linesWith(/\binscripción\b/i)).not.toEqual([])
  // 'inscribir' means to enroll, and 'registrar' to register for an enrolled course; one page shows both.
  expect(linesWith(/['"][^'"]*(regist(er|ration))[^'"]*['"], ['"][^'"]*(inscri)/i)).toEqual([])
  expect(linesWith(/matrícula/i)).toEqual([])
  expect(linesWith(/\bperiodos?\b|(?<!\p{L})despach|la campana (le|te)|por correo['",]/iu)).toEqual([])
})

test('Spanish emails ask for a date in the order in which Spanish pages show it', () => {
  expect([datePattern('es-es'), datePattern('en-us')]).toEqual(['DD/MM/AAAA', 'MM/DD/YYYY'])
  expect([showDate('2026-07-04', 'es-es'), showDate('2026-07-04', 'en-us')]).toEqual(['04/07/2026', '07/04/2026'])
  expect(linesWith(/['"`][^'"`]*DD\/MM\/YYYY/)).toEqual([])
})

test('numbers and money are formatted by one rule', () => {
  expect(linesWith(/formatLocale\(locale\)/)).not.toEqual([])
  expect(linesWith(/toLocaleString\(locale|NumberFormat\((locale|'es-es')/)).toEqual([])
})
