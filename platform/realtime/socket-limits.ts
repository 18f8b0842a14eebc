import { openRecentMap } from '#platform/recent-map.ts'

export type SocketLimits = {
  /** The maximum number of open sockets of one session: one per browser window. */
  sockets: number
  /** Commands per second of all sockets of a session: a window sends one per channel when it opens. */
  perSecond: number
  burst: number
}

export const defaultSocketLimits: SocketLimits = { sockets: 16, perSecond: 20, burst: 300 }

/** Counts sockets and commands per session, for both the hub and Centrifugo. */
export function openSocketLimits({ sockets, perSecond, burst }: SocketLimits, now = () => performance.now()) {
  const open = new Map<string, number>()
  // A session that reconnects after being cut off does not get a fresh budget.
  const budgets = openRecentMap<string, { commands: number; at: number }>(20_000)

  return {
    /** Takes one of the session's slots and returns the function that releases it. Null if all are taken. */
    enter(session: string): (() => void) | null {
      const count = open.get(session) ?? 0
      if (count >= sockets) return null
      open.set(session, count + 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const rest = open.get(session)! - 1
        if (rest === 0) open.delete(session)
        else open.set(session, rest)
      }
    },
    /** Whether the session may send another message; each of its lines counts as a command, even an empty one. */
    admits(session: string, message: string): boolean {
      const startedAt = now()
      const before = budgets.get(session) ?? { commands: burst, at: startedAt }
      const refilled = Math.min(burst, before.commands + ((startedAt - before.at) / 1000) * perSecond)
      const commands = refilled - linesOf(message)
      budgets.set(session, { commands: Math.max(0, commands), at: startedAt })
      return commands >= 0
    },
  }
}

function linesOf(message: string): number {
  let lines = 1
  for (let index = message.indexOf('\n'); index >= 0; index = message.indexOf('\n', index + 1)) lines += 1
  return lines
}
