import type { z } from '@hono/zod-openapi'
import type { Sayable, SentenceParam } from './sentence.ts'
import { type Text, texts } from './texts.ts'

const faults = texts({
  missing: ['Fill in this field.', 'Complete este campo.'],
  text: ['Enter text here.', 'Escriba un texto aquí.'],
  number: ['Enter a number.', 'Escriba un número.'],
  whole: ['Enter a whole number.', 'Escriba un número entero.'],
  choice: ['Choose yes or no.', 'Elija sí o no.'],
  list: ['Send a list here.', 'Envíe una lista aquí.'],
  tooLong: [
    'Shorten this to {most, plural, one {{most} character} other {{most} characters}}.',
    'Acórtelo a {most, plural, one {{most} carácter} other {{most} caracteres}}.',
  ],
  tooShort: [
    'Enter at least {least, plural, one {{least} character} other {{least} characters}}.',
    'Escriba al menos {least, plural, one {{least} carácter} other {{least} caracteres}}.',
  ],
  tooHigh: ['Enter {most} or less.', 'Escriba {most} o menos.'],
  tooHighOpen: ['Enter a number less than {most}.', 'Escriba menos de {most}.'],
  tooLow: ['Enter {least} or more.', 'Escriba {least} o más.'],
  tooLowOpen: ['Enter a number greater than {least}.', 'Escriba más de {least}.'],
  tooMany: [
    'Send up to {most, plural, one {{most} entry} other {{most} entries}}.',
    'Envíe {most, plural, one {{most} entrada} other {{most} entradas}} como máximo.',
  ],
  tooFew: [
    'Send at least {least, plural, one {{least} entry} other {{least} entries}}.',
    'Envíe al menos {least, plural, one {{least} entrada} other {{least} entradas}}.',
  ],
  step: ['Enter a multiple of {step}.', 'Escriba un múltiplo de {step}.'],
  email: [
    'Enter an email address, such as name@example.com.',
    'Escriba un correo electrónico, por ejemplo nombre@example.com.',
  ],
  url: [
    'Enter a web address, such as https://example.com.',
    'Escriba una dirección web, por ejemplo https://example.com.',
  ],
  day: ['Enter a date, such as 2026-05-31.', 'Escriba una fecha, por ejemplo 2026-05-31.'],
  instant: [
    'Enter a date and time, such as 2026-05-31T09:00:00Z.',
    'Escriba una fecha y hora, por ejemplo 2026-05-31T09:00:00Z.',
  ],
  unknown: ["Remove what we don't recognize here: {names}.", 'Quite lo que no reconocemos aquí: {names}.'],
  oneOf: ['Choose one of these: {values}.', 'Elija una de estas opciones: {values}.'],
  unstorable: [
    "This contains a broken character that can't be saved. Delete it and type it again.",
    'Esto contiene un carácter dañado que no se puede guardar. Bórrelo y vuelva a escribirlo.',
  ],
  other: [
    "This doesn't match what is needed here. Check it and try again.",
    'Esto no corresponde aquí. Revíselo e inténtelo de nuevo.',
  ],
})

export const { unstorable } = faults

const formats: Readonly<Record<string, Text>> = {
  email: faults.email,
  url: faults.url,
  date: faults.day,
  datetime: faults.instant,
}

const types: Readonly<Record<string, Text>> = {
  string: faults.text,
  number: faults.number,
  int: faults.whole,
  boolean: faults.choice,
  array: faults.list,
}

const countParam = (limit: number | bigint): SentenceParam => ({ count: Number(limit) })

/** Describes an invalid input if the schema has no text of its own. */
export function faultOf(issue: z.core.$ZodRawIssue): Sayable {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? faults.missing
        : (types[issue.expected] ?? faults.other)
    case 'too_big':
      return { text: tooBig(issue), params: { most: countParam(issue.maximum) } }
    case 'too_small':
      return { text: tooSmall(issue), params: { least: countParam(issue.minimum) } }
    case 'invalid_format':
      return formats[issue.format] ?? faults.other
    case 'not_multiple_of':
      // Steps such as hundredths need no conversion.
      return { text: faults.step, params: { step: issue.divisor } }
    case 'unrecognized_keys':
      return { text: faults.unknown, params: { names: namesOf(issue.keys) } }
    case 'invalid_value':
      return { text: faults.oneOf, params: { values: issue.values.map(String).join(', ') } }
    default:
      return faults.other
  }
}

/** The list of unknown names is cut off after this many. */
const maxNames = 10

function namesOf(keys: readonly string[]): string {
  const names = keys.slice(0, maxNames).map((key) => key.slice(0, 100))
  return [...names, ...(keys.length > maxNames ? ['…'] : [])].join(', ')
}

type BoundIssue = { origin: string; inclusive?: boolean | undefined }

function tooBig({ origin, inclusive }: BoundIssue): Text {
  if (origin === 'string') return faults.tooLong
  if (['array', 'set', 'map', 'file'].includes(origin)) return faults.tooMany
  return inclusive === false ? faults.tooHighOpen : faults.tooHigh
}

function tooSmall({ origin, inclusive }: BoundIssue): Text {
  if (origin === 'string') return faults.tooShort
  if (['array', 'set', 'map', 'file'].includes(origin)) return faults.tooFew
  return inclusive === false ? faults.tooLowOpen : faults.tooLow
}
