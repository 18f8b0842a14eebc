import { expect, test } from 'vitest'
import { words } from '#platform/ui/scenes/scene.texts.ts'
import { statusTones } from '#platform/ui/status-tones.ts'
import { galleryRoutes } from './gallery-routes.tsx'

const gallery = async (query = '') => {
  const response = await galleryRoutes().request(`/${query}`)
  return { status: response.status, html: await response.text() }
}

test('the gallery shows every scene and every status', async () => {
  const { status, html } = await gallery()
  expect(status).toBe(200)
  for (const [english] of Object.values(words)) expect(html).toContain(`aria-label="${english}"`)
  for (const name of Object.keys(statusTones)) expect(html).toContain(`>${name}</span>`)
})

test('the gallery accepts a theme, a language and a brand color, and refuses invalid colors', async () => {
  const { html } = await gallery('?theme=dark&locale=es-es&color=%231d4ed8')
  expect(html).toContain('data-theme="dark"')
  expect(html).toContain('--primary:#1d4ed8')
  expect(html).toContain(`aria-label="${words.rest[1]}"`)
  expect((await gallery('?color=red;x:y')).html).not.toContain('--primary:')
})
