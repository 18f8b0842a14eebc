/** Without I, L, O and U: what is read aloud or copied from paper is not mistaken. Five bits a symbol. */
export const keyAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groups = new RegExp(`^[${keyAlphabet}]{4}(-[${keyAlphabet}]{4}){3}$`)
const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** A code as it was made, out of what someone typed: capitals, and the digits that letters were taken for. */
export const normalKeyCode = (typed: string): string =>
  typed
    .trim()
    .toUpperCase()
    .replaceAll(/[OIL]/g, (letter) => lookalikes[letter]!)

/** Whether a normal code has the form XXXX-XXXX-XXXX-XXXX. */
export const isKeyCode = (code: string): boolean => groups.test(code)

/** The part of a code that is shown once it was handed out. */
export const maskKeyCode = (last_group: string): string => `****-****-****-${last_group}`

/** Typed characters in groups of four with hyphens, for a field while someone types. */
export const groupKeyCode = (typed: string): string =>
  (typed.toUpperCase().match(/[0-9A-Z]/g) ?? [])
    .slice(0, 16)
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')
