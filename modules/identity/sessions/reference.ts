import { hash, randomBytes } from 'node:crypto'

/** A new 256-bit reference for a session or a link, given only to its holder. */
export const newReference = (): string => randomBytes(32).toString('base64url')

/** The stored form of a reference: someone who can read the table can't use it. */
export const hashReference = (reference: string): Buffer => hash('sha256', reference, 'buffer')

/** Whether a text has the form of a reference, before any lookup. */
export const isReference = (text: string): boolean => /^[\w-]{43}$/.test(text)
