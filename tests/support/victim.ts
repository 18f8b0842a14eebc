import type { TestApp } from './app.ts'
import { type Owner, openOwner } from './owner.ts'
import { type Ids, records, type Situation } from './records.ts'

export type Victim = Owner & { ids: Readonly<Record<Situation, Ids>> }

/** A student with rows everywhere the product has them; `ids` holds them by the calls' field names. */
export async function openVictim(app: TestApp): Promise<Victim> {
  const owner = await openOwner(app)
  const ids: Partial<Record<Situation, Ids>> = {}
  for (const [name, make] of Object.entries(records)) ids[name as Situation] = await make(app, owner)
  return { ...owner, ids: ids as Record<Situation, Ids> }
}
