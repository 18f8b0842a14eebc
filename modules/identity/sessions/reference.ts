import { hash, randomBytes } from 'node:crypto'

/** A new 256-bit reference, for a session or a link; its holder keeps it. */
export const newReference = (): string => randomBytes(32).toString('base64url')

/** The stored form of a reference: reading the table is not enough to use it. */
export const hashReference = (reference: string): Buffer => hash('sha256', reference, 'buffer')

/** Whether a text has the form of a reference, before any lookup. */
export const isReference = (text: string): boolean => /^[\w-]{43}$/.test(text)
