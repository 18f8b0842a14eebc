import { randomBytes } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of 60 random bits, in 12 characters that are not easily confused. */
export const newCheckCode = (): string => Array.from(randomBytes(12), (byte) => letters[byte % 32]).join('')

/** The printed form: K7QM-2XWD-9TPA. */
export const printedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** The stored form of a typed code, or null if it cannot be one. */
export function readCheckCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[2-9A-HJ-NP-Z]{12}$/.test(code) ? code : null
}
