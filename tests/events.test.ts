import { expect, it } from 'vitest'
import { clientPermissions } from '#modules/identity/clients/client-permissions.ts'
import { manifests } from '#modules/manifests.ts'
import { listEventKinds } from '#platform/events/define-event.ts'
import { eventPermissions, eventTypes } from '#platform/events/event-types.ts'
import { listFacts } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

// Whatever emits a fact imports its declaration; all operations and jobs are loaded.
await import('#jobs/index.ts')
const kinds = listEventKinds()
const facts = [...listFacts()]

it('every type of event is declared', () => {
  expect(manifests.length).toBeGreaterThan(0)
  expect(kinds.map(({ type }) => type).toSorted()).toEqual(eventTypes.toSorted())
})

it('every type of event is what a fact becomes', () => {
  const reached = new Set(
    facts.flatMap(([, event]) => ('becomes' in event ? event.becomes.map(({ type }) => type) : [])),
  )
  expect(eventTypes.filter((type) => !reached.has(type))).toEqual([])
})

it('a fact that becomes no event says why', () => {
  expect(facts.length).toBeGreaterThan(50)
  const silent = facts.filter(([, event]) => 'internal' in event && event.internal.length < 5)
  expect(silent.map(([fact]) => fact)).toEqual([])
})

it('a permission of an event is one that a client may have', () => {
  expect(eventPermissions.filter((key) => !(clientPermissions as readonly string[]).includes(key))).toEqual([])
  expect(kinds.filter(({ needs }) => !eventPermissions.includes(needs))).toEqual([])
})

it('no event has a name, an address or other words of a person', () => {
  const allowed = new Set(['agency', 'state_code', 'state', 'expires_at', 'extended_to'])
  const words = kinds.flatMap(({ type, data }) => {
    const { properties = {} } = z.toJSONSchema(data, { io: 'output' }) as {
      properties?: Record<string, { type?: string }>
    }
    return Object.entries(properties)
      .filter(([name, { type: kind }]) => kind === 'string' && !allowed.has(name))
      .map(([name]) => `${type}: ${name}`)
  })
  expect(words).toEqual([])
})
