import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small secrets at rest. `binding` names the record that a secret belongs to: it can't be opened elsewhere. */
export type Sealer = {
  seal(content: Uint8Array, binding: string): Buffer
  /** Throws unless the value was sealed with one of our secrets and for this record. */
  open(ciphertext: Uint8Array, binding: string): Buffer
  /** The key id of the secret that sealed this value; a foreign value's id matches no secret. */
  keyIdOf(ciphertext: Uint8Array): string
  /** The ids of the secrets, the current one first. */
  readonly keyIds: readonly string[]
}

const idBytes = 4
const nonceBytes = 12
const tagBytes = 16

type Key = { id: Buffer; key: Buffer }

/**
 * Seals with the newest secret; former ones can still open their values. AES-256-GCM, laid out as key id, nonce, tag,
 * content.
 */
export function openSealer([newest, ...former]: readonly [string, ...string[]]): Sealer {
  const current = keyOf(newest)
  const keys = [current, ...former.map(keyOf)]
  const hex = (id: Uint8Array) => Buffer.from(id).toString('hex')
  return {
    keyIds: keys.map(({ id }) => hex(id)),
    keyIdOf: (ciphertext) => hex(ciphertext.subarray(0, idBytes)),
    seal(content, binding) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(binding))
      const hidden = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), hidden])
    },
    open(ciphertext, binding) {
      const bytes = Buffer.from(ciphertext)
      const [id, nonce, tag] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, idBytes + nonceBytes), tagOf(bytes)]
      const matchingKey = keys.find((key) => key.id.equals(id))
      if (!matchingKey) throw new Error('sealed with a secret that is not configured')
      const decipher = createDecipheriv('aes-256-gcm', matchingKey.key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(binding)).setAuthTag(tag)
      return Buffer.concat([decipher.update(bytes.subarray(idBytes + nonceBytes + tagBytes)), decipher.final()])
    },
  }
}

const tagOf = (bytes: Buffer) => bytes.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes)

/** A key for sealing only: other uses of the secret (signed links) never share it. */
function keyOf(secret: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waypost seal', 32))
  return { key, id: createHash('sha256').update('key id').update(key).digest().subarray(0, idBytes) }
}
