import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** The beginning of every Ed25519 private key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs exports for auditors, derived from a server secret. */
export function exportKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'waypost export signature', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The public half, which an auditor keeps, and its id. */
export function publicKeyOf(key: KeyObject): { public_key: string; key_id: string } {
  const half = createPublicKey(key)
  const key_id = createHash('sha256')
    .update(half.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)
  return { public_key: half.export({ format: 'pem', type: 'spki' }).toString(), key_id }
}

export const signExport = (key: KeyObject, content: Uint8Array): Buffer => sign(null, content, key)
