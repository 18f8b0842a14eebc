import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const linkText = 'The first Admin can set a password with this link. It works once, for 30 minutes'

/**
 * Passes the first Admin's link to the operator, and returns the text to print. A terminal shows it; if the output goes
 * to a log, which is stored and read by others, the link is written to a file that only its owner can read.
 */
export async function deliverLink(
  link: string,
  folder: string,
  { terminal = process.stdout.isTTY === true }: { terminal?: boolean } = {},
): Promise<string> {
  if (terminal) return `${linkText}:\n  ${link}`
  await mkdir(folder, { recursive: true })
  const file = resolve(folder, 'first-admin-link.txt')
  // An existing file would keep its own permissions.
  await rm(file, { force: true })
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
  return `${linkText}. Read it on this machine, then delete the file:\n  ${file}`
}
