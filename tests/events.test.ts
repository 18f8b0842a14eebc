import { expect, it } from 'vitest'
import { clientPermissions } from '#modules/identity/clients/client-permissions.ts'
import { manifests } from '#modules/manifests.ts'
import { listEventKinds } from '#platform/events/define-event.ts'
import { eventPermissions, eventTypes } from '#platform/events/event-types.ts'
import { listFacts } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

// Every file that emits a fact imports its declaration, and all operations and jobs are loaded here.
await import('#jobs/index.ts')
const kinds = listEventKinds()
const facts = [...listFacts()]

it('every type of event is declared', () => {
  expect(manifests.length).toBeGreaterThan(0)
  expect(kinds.map(({ type }) => type).toSorted()).toEqual(eventTypes.toSorted())
})

it('every type of event is produced by a fact', () => {
  const reached = new Set(
    facts.flatMap(([, event]) => ('becomes' in event ? event.becomes.map(({ type }) => type) : [])),
  )
  expect(eventTypes.filter((type) => !reached.has(type))).toEqual([])
})

it('a fact without events states the reason', () => {
  expect(facts.length).toBeGreaterThan(50)
  const withoutEvents = facts.filter(([, event]) => 'internal' in event && event.internal.length < 5)
  expect(withoutEvents.map(([fact]) => fact)).toEqual([])
})

it('clients may hold every permission that an event requires', () => {
  expect(eventPermissions.filter((key) => !(clientPermissions as readonly string[]).includes(key))).toEqual([])
  expect(kinds.filter(({ needs }) => !eventPermissions.includes(needs))).toEqual([])
})

it('no event contains a name, an address or other personal text', () => {
  const allowed = new Set(['external_id', 'agency', 'state_code', 'state', 'expires_at', 'extended_to', 'due_on'])
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
