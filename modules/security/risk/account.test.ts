import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { accountOf } from './account.ts'

const nameUnder = (secret: string, email: string) =>
  accountOf({ use: () => secret } as unknown as Pick<Ctx, 'use'>, email)

test("an account's pseudonym is stable, and reveals nothing without the secret", () => {
  const name = nameUnder('a secret of the server', 'nora@example.com')
  expect(nameUnder('a secret of the server', ' Nora@Example.com ')).toBe(name)
  expect(nameUnder('a secret of the server', 'nora@example.org')).not.toBe(name)
  expect(nameUnder('another secret', 'nora@example.com')).not.toBe(name)
})
