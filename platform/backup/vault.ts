import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupRefused } from './refused.ts'

const magic = Buffer.from('WPB1')
const nonceBytes = 12
const tagBytes = 16

/** Encrypts what a backup stores (AES-256-GCM). The name is authenticated: no object can stand in for another. */
export type Vault = {
  seal(name: string, bytes: Buffer): Buffer
  open(name: string, ciphertext: Buffer): Buffer
}

/** Opens the vault of a backup key. `open` throws BackupRefused for an object that it did not seal under this name. */
export function openVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waypost backup', 32))
  return {
    seal(name, bytes) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
      const content = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([magic, nonce, content, cipher.getAuthTag()])
    },
    open(name, ciphertext) {
      const start = magic.length + nonceBytes
      const end = ciphertext.length - tagBytes
      if (end < start || !ciphertext.subarray(0, magic.length).equals(magic))
        throw new BackupRefused(`${name} is not an object of a backup`)
      const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(magic.length, start))
      decipher.setAAD(Buffer.from(name)).setAuthTag(ciphertext.subarray(end))
      try {
        return Buffer.concat([decipher.update(ciphertext.subarray(start, end)), decipher.final()])
      } catch {
        throw new BackupRefused(`${name} is damaged, or BACKUP_KEY is not the key that sealed it`)
      }
    },
  }
}
