import { hash, randomBytes } from 'node:crypto'

/** A new 256-bit reference, for a session or a link: what the holder keeps. */
export const newReference = (): string => randomBytes(32).toString('base64url')

/** What is stored of a reference: no one who reads the table can use it. */
export const hashReference = (reference: string): Buffer => hash('sha256', reference, 'buffer')

/** Whether a text can be one of our references, before anything is looked up. */
export const isReference = (text: string): boolean => /^[\w-]{43}$/.test(text)
