import type { Sql } from './db/sql.ts'
import type { AnyEvent, EventDraft } from './events/define-event.ts'

/** The events that a fact becomes for the programs of partners (docs/events.md). */
export type FactEvents<T extends object> = {
  readonly becomes: readonly AnyEvent[]
  /** The events of one fact; empty if it concerns no partner. A method, so that a list can hold any fact. */
  find(sql: Sql, data: T): Promise<readonly EventDraft[]>
}

/** Marks a fact that concerns only the product itself, with the reason. */
export type InternalFact = { readonly internal: string }

/** Something that has happened, in the past tense: `learning.course_completed`. Jobs react to facts. */
export type Fact<T extends object> = {
  readonly fact: string
  readonly event: FactEvents<T> | InternalFact
  readonly of?: T
}

const registry = new Map<string, FactEvents<object> | InternalFact>()

/**
 * Declares a fact; its data is plain JSON, small, and names rows by id instead of copying them. It declares the events
 * that it becomes, or why there are none.
 */
export function defineFact<T extends object>(
  name: `${string}.${string}`,
  event: FactEvents<T> | InternalFact,
): Fact<T> {
  if (registry.has(name)) throw new Error(`two facts are called ${name}`)
  registry.set(name, event)
  return { fact: name, event }
}

/** The declared facts with their events. Those of modules that are not loaded are missing. */
export const listFacts = (): ReadonlyMap<string, FactEvents<object> | InternalFact> => registry
