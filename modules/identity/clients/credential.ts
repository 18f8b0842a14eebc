import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
const checksumLength = 6

/**
 * A key is entered into a program once. A token is requested with it and is valid for an hour. A `test` key and a
 * `test_token` work in the test organization only.
 */
export type CredentialKind = 'live' | 'test' | 'token' | 'test_token'

/** The form of every client credential, which secret scanners recognize (docs/clients.md). */
const credentialPattern = /^wp_(?:live|test|token|test_token)_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

/** The checksum lets scanners recognize a credential, and lets us refuse a mistyped one without a lookup. */
function checksumOf(secret: string): string {
  let remainder = crc32(secret)
  let text = ''
  for (let index = 0; index < checksumLength; index += 1) {
    text = letters[remainder % letters.length] + text
    remainder = Math.floor(remainder / letters.length)
  }
  return text
}

/** A new credential with 238 random bits; only its holder has it. */
export function newCredential(kind: CredentialKind): string {
  const secret = Array.from({ length: secretLength }, () => letters[randomInt(letters.length)]).join('')
  return `wp_${kind}_${secret}${checksumOf(secret)}`
}

/** Whether a text looks like a client's credential, valid or not. */
export const hasClientPrefix = (text: string): boolean => /^wp_[a-z]+_/.test(text)

/** Whether a text claims to be the key or a token of a test organization. */
export const hasTestKeyPrefix = (text: string): boolean => text.startsWith('wp_test_')

/** Whether a text claims to be a token of a test organization. */
export const hasTestTokenPrefix = (text: string): boolean => text.startsWith('wp_test_token_')

/** Whether a text has the form of a credential, with its checksum. */
export function isCredential(text: string): boolean {
  const [, secret, checksum] = credentialPattern.exec(text) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

/** The part of a key that may be displayed: `wp_live_4fT9xQ2b`. */
export const startOf = (credential: string): string => credential.slice(0, 16)
