import { openRecentMap } from '#platform/recent-map.ts'

export type SocketLimits = {
  /** Open sockets of one session: one for each window of a browser. */
  sockets: number
  /** Commands of all sockets of a session together: a window that opens sends one for each of its channels. */
  perSecond: number
  burst: number
}

export const usualSocketLimits: SocketLimits = { sockets: 16, perSecond: 20, burst: 300 }

/** Counts sockets and commands by session, for the hub and for Centrifugo alike. */
export function openSocketLimits({ sockets, perSecond, burst }: SocketLimits, now = () => performance.now()) {
  const open = new Map<string, number>()
  // A session that comes back after it was cut off has no fresh budget.
  const budgets = openRecentMap<string, { commands: number; at: number }>(20_000)

  return {
    /** Takes a place of the session; its end gives it back. Null where all are taken. */
    enter(session: string): (() => void) | null {
      const count = open.get(session) ?? 0
      if (count >= sockets) return null
      open.set(session, count + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        const rest = open.get(session)! - 1
        if (rest === 0) open.delete(session)
        else open.set(session, rest)
      }
    },
    /** Whether the session may still send a message; each of its lines is one command, and an empty one counts too. */
    admits(session: string, message: string): boolean {
      const at = now()
      const before = budgets.get(session) ?? { commands: burst, at }
      const refilled = Math.min(burst, before.commands + ((at - before.at) / 1000) * perSecond)
      const commands = refilled - linesOf(message)
      budgets.set(session, { commands: Math.max(0, commands), at })
      return commands >= 0
    },
  }
}

function linesOf(message: string): number {
  let lines = 1
  for (let at = message.indexOf('\n'); at >= 0; at = message.indexOf('\n', at + 1)) lines += 1
  return lines
}
