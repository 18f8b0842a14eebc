import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const what = 'The first Admin can set a password with this link. It works once, for 30 minutes'

/**
 * Gives the link of the first Admin to the operator, and answers what may be printed. A terminal shows it; if the
 * output goes to a log, which others read and which is kept, it is written to a file that only its owner can read.
 */
export async function handOverLink(
  link: string,
  folder: string,
  { terminal = process.stdout.isTTY === true }: { terminal?: boolean } = {},
): Promise<string> {
  if (terminal) return `${what}:\n  ${link}`
  await mkdir(folder, { recursive: true })
  const file = resolve(folder, 'first-admin-link.txt')
  // A file that is there already would keep its own rights.
  await rm(file, { force: true })
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
  return `${what}. Read it on this machine, then delete the file:\n  ${file}`
}
