/** A repeated action of one kind of client: `clients` of them, each every `everyMs`, with its own phase. */
export type Activity = {
  readonly name: string
  readonly clients: number
  readonly everyMs: number
  /**
   * Performs it for the client with this index; resolves with the response, or with `skipped` if there was nothing to
   * send.
   */
  readonly perform: (client: number) => Promise<unknown>
}

/** A result of `perform`: nothing was sent, so no time is counted. */
export const skipped = Symbol('skipped')

/** The response times of one kind, in milliseconds from the moment they were due. */
export type Times = Map<string, number[]>
type Length = {
  readonly seconds: number
  /** The load continues after the time until there are enough. */
  readonly areEnough?: (times: Times) => boolean
}

type DueRequest = {
  readonly activity: Activity
  readonly order: readonly number[]
  readonly phases: Float64Array
  next: number
}

/**
 * Runs activities for a while. Each client has a random phase, so that requests come in clumps as in reality, and a
 * request starts when it is due, not after the previous response: a slow server gets more and more of them. Rejects
 * with an activity's first failure.
 */
export async function runSchedule(
  activities: readonly Activity[],
  { seconds, areEnough = () => true }: Length,
  random: () => number,
): Promise<Times> {
  const times: Times = new Map(activities.map(({ name }) => [name, []]))
  const dues = activities.filter(({ clients }) => clients > 0).map((activity) => scheduleOf(activity, random))
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const underway = new Set<Promise<void>>()
  const failures: unknown[] = []
  while ((performance.now() < end || !areEnough(times)) && failures.length === 0) {
    for (const dueRequest of dues) startDue(dueRequest)
    await new Promise((later) => setTimeout(later, 2))
  }
  await Promise.all(underway)
  if (failures.length > 0) throw failures[0]
  return times

  function startDue(dueRequest: DueRequest): void {
    for (let index = dueTime(dueRequest); index <= performance.now(); index = dueTime(dueRequest)) {
      const { activity, order } = dueRequest
      const client = order[dueRequest.next++ % order.length]!
      const performed = activity
        .perform(client)
        .then((answer) => {
          if (answer !== skipped) times.get(activity.name)!.push(performance.now() - index)
        })
        .catch((error) => void failures.push(error))
        .finally(() => underway.delete(performed))
      underway.add(performed)
    }
  }

  function dueTime({ activity, phases, next }: DueRequest): number {
    const round = Math.floor(next / phases.length)
    return startedAt + round * activity.everyMs + phases[next % phases.length]!
  }
}

function scheduleOf(activity: Activity, random: () => number): DueRequest {
  const starts = Array.from({ length: activity.clients }, (_, client) => ({ client, at: random() * activity.everyMs }))
  starts.sort((a, b) => a.at - b.at)
  return {
    activity,
    order: starts.map(({ client }) => client),
    phases: Float64Array.from(starts, ({ at }) => at),
    next: 0,
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
