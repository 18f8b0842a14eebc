import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The name of the program that verifies exports, in archives and as a download. */
export const verifierName = 'verify-export.mjs'

/** The program itself, which needs nothing of the product. A bundle is not next to it, but the folder it runs in is. */
export function readVerifier(): Promise<Uint8Array> {
  const siblingFile = fileURLToPath(new URL(verifierName, import.meta.url))
  return readFile(existsSync(siblingFile) ? siblingFile : join(process.cwd(), 'platform/audit', verifierName))
}
