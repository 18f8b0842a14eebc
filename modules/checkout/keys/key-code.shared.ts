/**
 * Five bits per symbol. Excludes I, L, O and U, so that codes can be read aloud and copied from paper without mistakes.
 */
export const keyAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const keyPattern = new RegExp(`^[${keyAlphabet}]{4}(-[${keyAlphabet}]{4}){3}$`)
const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Normalizes a typed code: upper case, with look-alike letters replaced by digits. */
export const normalizeKeyCode = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[OIL]/g, (letter) => lookalikes[letter]!)

/** Whether a normalized code has the form XXXX-XXXX-XXXX-XXXX. */
export const isKeyCode = (code: string): boolean => keyPattern.test(code)

/** A code as displayed after its creation: only the last group is stored. */
export const maskKeyCode = (last_group: string): string => `****-****-****-${last_group}`

/** Formats a code while it is typed, in groups of four with hyphens. */
export const groupKeyCode = (text: string): string =>
  (text.toUpperCase().match(/[0-9A-Z]/g) ?? [])
    .slice(0, 16)
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')
