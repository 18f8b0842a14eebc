import { normalForm } from './composed.shared.ts'
import { texts } from './texts.ts'

/** The reasons why a typed phone number is refused. */
export const phoneProblems = texts({
  wrong: ['Please add a valid phone number.', 'Agregue un número de teléfono válido.'],
  foreign: [
    "Enter a US phone number: 10 digits, with or without +1. Numbers with another country code can't be used.",
    'Escriba un número de teléfono de Estados Unidos: 10 dígitos, con o sin +1. No se aceptan números con otro código de país.',
  ],
})

/** Separators between digits: all kinds of hyphens, dots, spaces, slashes and brackets. */
const separators = /[\s\p{Z}\p{Pd}\u2212.\u00b7\u2022\u2024\u2027,/()[\]]/gu
/** Direction marks and other invisible characters that come with a copied number. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The digits and a leading '+', without separators; other text stays. */
const withoutSeparators = (text: string): string =>
  normalForm(text, 'NFKC')
    .replace(/^\s*tel:/i, '')
    .replace(invisible, '')
    .replace(separators, '')

/** A US number: no area code begins with 0 or 1. */
const american = /^(?:(?:\+|00|011)?1)?([2-9]\d{9})$/
const foreignNumber = /^(?:\+|00|011)(?!1)\d{5,}$/

type Phone = { digits: string; problem: null } | { digits: null; problem: keyof typeof phoneProblems }

/** The ten digits of a typed or pasted phone number, or the reason why it isn't one. Every phone field uses this. */
export function readPhone(input: string): Phone {
  const text = withoutSeparators(input)
  const digits = american.exec(text)?.[1]
  if (digits) return { digits, problem: null }
  return { digits: null, problem: foreignNumber.test(text) ? 'foreign' : 'wrong' }
}

/** A phone number or a part of one as it is stored: digits without the country code. Other text stays. */
export function phoneDigits(input: string): string {
  const text = withoutSeparators(input).replace(/^\+?1(?=[2-9]\d{9}$)|^\+1(?=[2-9])/, '')
  return /^\d+$/.test(text) ? text : input
}

/** '5551234567' as people read it: '(555) 123-4567'. */
const formatNational = (digits: string): string => {
  if (digits.length < 4) return digits.length === 0 ? '' : `(${digits}`
  const lineNumber = digits.length < 7 ? digits.slice(3) : `${digits.slice(3, 6)}-${digits.slice(6)}`
  return `(${digits.slice(0, 3)}) ${lineNumber}`
}

/**
 * A phone number while it is typed: '(555) 123-4567', without the country code 1. Digits are never dropped: a number
 * that is too long stays visibly long, and one with letters or another country code stays unchanged.
 */
export function maskPhone(input: string): string {
  const text = withoutSeparators(input).replace(/^\+?1(?=[2-9]\d{9})|^\+1(?=[2-9])/, '')
  return /^\d*$/.test(text) ? formatNational(text) : input
}
