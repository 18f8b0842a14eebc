import { expect, test } from 'vitest'
import { identityErrors } from '#modules/identity/errors.ts'
import { ConnectionLost } from '#platform/db/errors.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { asGuess } from './account-guess.sql.ts'

const site = await openTestSite()
const countGuesses = async () => (await site.database.read`select from identity.account_guess`).length

/**
 * How many guesses are counted for an attempt that ends with this error, before or after the response starts to reveal
 * something.
 */
async function countedAfter(error: Error, isRevealed: boolean): Promise<number> {
  const before = await countGuesses()
  const triedPromise = asGuess(await site.visit(), async (reveals) => {
    if (isRevealed) reveals()
    throw error
  })
  await expect(triedPromise).rejects.toBe(error)
  return (await countGuesses()) - before
}

test('counts requests refused after they began to reveal something, and no others', async () => {
  expect(await countedAfter(identityErrors.loginidInUse(), true)).toBe(1)
  expect(await countedAfter(identityErrors.weakPassword(), false)).toBe(0)
})

test('does not count an attempt that ended with a lost connection', async () => {
  expect(await countedAfter(new ConnectionLost(), true)).toBe(0)
})
