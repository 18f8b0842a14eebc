import { createHmac, timingSafeEqual } from 'node:crypto'
import { checkedKey } from './file-key.ts'

export type SignedFile = { key: string; name: string; expires_at: Date }
export type LinkCheck = ({ valid: true } & SignedFile) | { valid: false; reason: 'expired' | 'tampered' }

const minSecretLength = 16

/**
 * `/files/<key>?name=&expires=&signature=`: opens this one file under this name until it expires, for anyone with the
 * link.
 */
export function signLink(secret: string, { key, expires_at, ...file }: SignedFile): string {
  const name = file.name.toWellFormed()
  const expires = Math.floor(expires_at.getTime() / 1000)
  const signature = signatureOf(secret, checkedKey(key), name, expires).toString('base64url')
  return `/files/${key}?${new URLSearchParams({ name, expires: String(expires), signature })}`
}

/** Reads a link (address or path with its query) made by `signLink` with the same secret. */
export function verifyLink(secret: string, link: string, now: Date = new Date()): LinkCheck {
  const { key, name, expires, signature } = partsOf(link)
  const expected = signatureOf(secret, key, name, expires)
  const signatureBytes = Buffer.from(signature, 'base64url')
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    return { valid: false, reason: 'tampered' }
  if (now.getTime() >= expires * 1000) return { valid: false, reason: 'expired' }
  return { valid: true, key, name, expires_at: new Date(expires * 1000) }
}

function partsOf(link: string) {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  return {
    key: pathname.replace(/^\/files\//, ''),
    name: searchParams.get('name') ?? '',
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  }
}

/** JSON keeps the parts separate: a name can't spill into the key or the time. */
function signatureOf(secret: string, key: string, name: string, expires: number): Buffer {
  if (secret.length < minSecretLength)
    throw new Error(`The secret of file links needs ${minSecretLength} characters or more`)
  return createHmac('sha256', secret)
    .update(JSON.stringify(['file-link', key, name, expires]))
    .digest()
}
