import { afterAll, expect, test } from 'vitest'
import { openTestApp } from './support/app.ts'

const app = await openTestApp()
const user_id = await app.userId('student@example.com')
const speak = (lk_language_id: number) =>
  app.database.read`update identity.person set lk_language_id = ${lk_language_id} where user_id = ${user_id}`
afterAll(() => speak(1))

/** The page's language for a browser with these headers. */
async function languageFor(headers: Record<string, string>, path = '/login'): Promise<string | undefined> {
  const host = 'localhost:3000'
  const response = await app.app.request(`http://${host}${path}`, { headers: { host, ...headers } })
  return /<html[^>]* lang="([^"]+)"/.exec(await response.text())?.[1]
}

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es-es'],
  ['en-GB', 'en-us'],
  ['fr-FR,fr;q=0.9,es;q=0.5', 'en-us'],
  ['', 'en-us'],
])('a visitor whose browser requests %j gets %s', async (header, locale) => {
  expect(await languageFor({ 'accept-language': header })).toBe(locale)
})

test("the profile's language takes precedence over the browser's", async () => {
  await speak(2)
  const { token } = await app.actorOf(user_id)
  const authorization = `Bearer ${token}`
  expect(await languageFor({ authorization, 'accept-language': 'en-us' }, '/dashboard')).toBe('es-es')
  await speak(1)
  expect(await languageFor({ authorization, 'accept-language': 'es' }, '/dashboard')).toBe('en-us')
})
