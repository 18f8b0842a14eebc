import { describe, expect, it } from 'vitest'
import { newCredential } from '#modules/identity/clients/credential.ts'
import { eventTypes } from '#platform/events/event-types.ts'
import { openTestApp } from '#tests/support/app.ts'
import { guide } from './guide/guide.ts'
import { partnerCalls } from './partner-calls.ts'

const app = await openTestApp()
const visitor = app.visitor()

describe('the pages for developers', () => {
  it('are open to a visitor, and link to each page of the guide', async () => {
    const home = await visitor.visit('/developers')
    expect(home.status).toBe(200)
    for (const { slug, title } of guide) {
      expect(home.text).toContain(`/developers/guide/${slug}"`)
      const page = await visitor.visit(`/developers/guide/${slug}`)
      expect([page.status, page.text.includes(`>${title}</h1>`)], slug).toEqual([200, true])
    }
    expect((await visitor.visit('/developers/changelog')).text).toContain('id="deprecated"')
  })

  it('name the pattern of every kind of key and token', () => {
    const [, pattern = ''] = /`(wp_\([^`]+)`/.exec(JSON.stringify(guide)) ?? []
    for (const kind of ['live', 'test', 'token', 'test_token'] as const)
      expect(newCredential(kind), kind).toMatch(new RegExp(`^${pattern}$`))
  })

  it('have no island and stay below 150 kB', async () => {
    const longest = await visitor.visit('/developers/reference/listStudents')
    expect(longest.bytes.length).toBeLessThan(150_000)
    expect(longest.text).not.toContain('<x-island')
  })

  it('show every call with its example, fields and codes', async () => {
    const { calls } = partnerCalls()
    expect(calls.length).toBeGreaterThan(30)
    for (const { name } of calls) {
      const { status, text } = await visitor.visit(`/developers/reference/${name}`)
      expect([status, text.includes('id="example"'), text.includes('UNAUTHENTICATED')], name).toEqual([200, true, true])
    }
    const { text } = await visitor.visit('/developers/reference/createStudent')
    expect(text).toContain('id="body-profile.email"')
    expect(text).toContain('Permission: add students (MANAGE_STUDENTS:CREATE)')
    expect((await visitor.visit('/developers/reference/checkCertificate')).text).toContain('No key required')
  })

  it('list every type of event with its fields and its permission', async () => {
    const { text } = await visitor.visit('/developers/guide/events')
    for (const type of eventTypes) expect(text).toContain(`>${type}</code>`)
    const [, row = ''] = /<tr[^>]*>((?:(?!<tr).)*>course\.progressed<(?:(?!<\/tr>).)*)<\/tr>/s.exec(text) ?? []
    expect(row).toContain('>percent</code>')
    expect(row).toContain('MANAGE_STUDENTS:READ')
  })

  it('show examples in the selected language, which links keep', async () => {
    const { text } = await visitor.visit('/developers/reference/enrollOnInvoice?code=python')
    expect(text).toContain('waypost.enroll_on_invoice(')
    expect(text).toContain('/developers/guide/first-call?code=python"')
    const unknown = await visitor.visit('/developers/reference/enrollOnInvoice?code=<b>')
    expect(unknown.text).toContain('curl -H')
    expect(unknown.text).not.toContain('<b>')
  })

  it('search calls by name, text and parameter, and say when nothing is found', async () => {
    const search = async (q: string) => (await visitor.visit(`/developers/reference?q=${encodeURIComponent(q)}`)).text
    expect(await search('footprint')).toContain('/developers/reference/downloadFootprint"')
    expect(await search('footprint')).not.toContain('/developers/reference/listStudents"')
    expect(await search('org_code')).toContain('/developers/reference/getOrganization"')
    expect(await search('no such call <b>')).toContain('No calls found')
    expect(await search('no such call <b>')).not.toContain('<b>')
  })

  it('do not exist for an unknown page or call', async () => {
    for (const path of ['/developers/guide/nowhere', '/developers/reference/constructor', '/developers/reference/x'])
      expect((await visitor.visit(path)).headers.get('location'), path).toBe('/404')
  })

  it('have Spanish navigation around the English guide', async () => {
    await visitor.visit('/developers?lang=es-es')
    const { text } = await visitor.visit('/developers/guide/first-call?lang=es-es')
    expect(text).toContain('La guía para desarrolladores está en inglés.')
    expect(text).toContain('<article lang="en"')
  })

  it('are found at the former address of the API page', async () => {
    const response = await visitor.visit('/api/docs')
    expect([response.status, response.headers.get('location')]).toEqual([301, '/developers/reference'])
  })
})
