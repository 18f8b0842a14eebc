import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

export type AuditKey = { readonly key_id: string; readonly key: KeyObject }

/** The sealing key derived from a server secret. Its id identifies the key without revealing it. */
export const auditKey = (secret: string): AuditKey => auditKeyOf(auditKeyBytes(secret))

export const auditKeyBytes = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'waypost audit seal', 32))

/** The sealing key with its id, from the bytes of `auditKeyBytes`. */
export function auditKeyOf(key: Uint8Array): AuditKey {
  // A key object is created once: creating one from bytes for each seal costs ten times as much as sealing.
  return { key: createSecretKey(key), key_id: createHash('sha256').update(key).digest('hex').slice(0, 16) }
}

/** The verifier's keys by id: one for the current secret and one for each former secret. */
export const auditKeys = (secrets: readonly string[]): ReadonlyMap<string, KeyObject> =>
  new Map(secrets.map(auditKey).map(({ key_id, key }) => [key_id, key]))
