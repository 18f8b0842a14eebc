import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliverLink } from './first-admin-link.ts'

const link = 'https://waypost.test/change-password?token=a-secret'

test('writes the link to a file readable by its owner only, even over an open one, and not to a log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'first-admin-'))
  try {
    const file = join(folder, 'data', 'first-admin-link.txt')
    for (let n = 0; n < 2; n++) {
      const message = await deliverLink(link, join(folder, 'data'), { terminal: false })
      expect(message).not.toContain('a-secret')
      expect(message).toContain(file)
      expect(await readFile(file, 'utf8')).toBe(`${link}\n`)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      await writeFile(file, 'older')
      await chmod(file, 0o644)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a terminal shows the link and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'first-admin-'))
  try {
    expect(await deliverLink(link, folder, { terminal: true })).toContain(link)
    await expect(stat(join(folder, 'first-admin-link.txt'))).rejects.toThrow('ENOENT')
  } finally {
    await rm(folder, { recursive: true })
  }
})
