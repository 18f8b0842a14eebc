import type { z } from '#platform/schema.ts'
import type { EventPermission, EventType } from './event-types.ts'

export type EventDeclaration<T extends z.ZodObject> = {
  type: EventType
  /** Increases with each change that breaks receivers; new fields do not count. */
  version: number
  /** A sentence for readers of the OpenAPI document. */
  summary: string
  /** The permission that a client needs to receive it. */
  needs: EventPermission
  /** Ids and what a receiver needs; no names, addresses or contents. */
  data: T
}

/** An event about a record, ready to be written. */
export type EventDraft = {
  kind: AnyEvent
  organization_id: number
  /** The record that it is about, for example `student_course:17`. Events of one subject are delivered in order. */
  subject: string
  data: Readonly<Record<string, unknown>>
}

export type EventKind<T extends z.ZodObject> = EventDeclaration<T> & {
  draft(organization_id: number, subject: string, data: z.input<T>): EventDraft
}

export type AnyEvent = EventDeclaration<z.ZodObject>

const registry = new Map<EventType, AnyEvent>()

/** Declares a type of event beside the facts of its module. */
export function defineEvent<T extends z.ZodObject>(declaration: EventDeclaration<T>): EventKind<T> {
  const { type } = declaration
  if (registry.has(type)) throw new Error(`two events are called ${type}`)
  registry.set(type, declaration)
  const draft = (organization_id: number, subject: string, data: z.input<T>): EventDraft => ({
    kind: declaration,
    organization_id,
    subject,
    data: declaration.data.parse(data),
  })
  return { ...declaration, draft }
}

/** The declared events in the order of their names. Those of modules that are not loaded are missing. */
export const listEventKinds = (): readonly AnyEvent[] =>
  [...registry.values()].toSorted((a, b) => a.type.localeCompare(b.type))
