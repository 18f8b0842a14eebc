import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usesOfBeyond } from '../platform/checks/scope.ts'
import { readSources } from '../platform/checks/source.ts'

/**
 * Every look beyond the caller's own scope, as `file: [times, why it must]`. A new line here is a question to whoever
 * reviews it: is it found by a secret or by a key that is unique in the product, and is what is found held against the
 * caller's reach?
 */
const beyond: Record<string, [times: number, why: string]> = {
  'modules/identity/passwords/reset-link.sql.ts': [2, 'by the secret of a link'],
  'modules/identity/passwords/reset-password.ts': [1, 'by login id, held against the tree above the visited site'],
  'modules/identity/passwords/set-password.ts': [1, 'the holder of a link, who may belong to an organization above'],
  'modules/identity/people/person.sql.ts': [1, 'by login id, held against the tree above the visited site'],
  'modules/identity/sessions/session.sql.ts': [1, 'the new session of somebody of an organization above'],
  'modules/identity/sign-in/complete-sign-in.ts': [1, 'somebody of an organization above, found and proved before'],
  'modules/identity/sign-in/throttle.sql.ts': [1, 'by login id: where its person has signed in, for a count'],
  'modules/identity/sign-up/availability.ts': [1, 'a login id is unique in the product; answers yes or no'],
  'modules/learning/certificates/check-certificate.ts': [1, 'by the secret on the certificate'],
}

test('nothing looks beyond its scope but what is listed here with its reason', () => {
  const times = Object.fromEntries(Object.entries(beyond).map(([path, [count]]) => [path, count]))
  expect(usesOfBeyond(readSources(join(import.meta.dirname, '..')))).toEqual(times)
})
