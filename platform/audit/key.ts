import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

export type AuditKey = { readonly key_id: string; readonly key: KeyObject }

/** The key of the seals that belongs to a secret of the server. Its id says which key it is and nothing about it. */
export const auditKey = (secret: string): AuditKey => auditKeyOf(auditKeyBytes(secret))

export const auditKeyBytes = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'waypost audit seal', 32))

export function auditKeyOf(key: Uint8Array): AuditKey {
  // As a key object: bytes are made one again for each seal, which costs ten times the seal.
  return { key: createSecretKey(key), key_id: createHash('sha256').update(key).digest('hex').slice(0, 16) }
}

/** The keys that the verifier knows, by id: that of the present secret and those of secrets before it. */
export const auditKeys = (secrets: readonly string[]): ReadonlyMap<string, KeyObject> =>
  new Map(secrets.map(auditKey).map(({ key_id, key }) => [key_id, key]))
