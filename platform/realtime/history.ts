import { historyMs, namespaces, parseChannel } from './channels.ts'

export type Publication = { offset?: number; data: object }
type Entry = { channel: string; at: number; publication: Publication & { offset: number } }

const maxStored = 10_000

/**
 * The publications of the last minutes, by channel. Offsets are positions of the log that all processes share, so a
 * page may reconnect to another process.
 */
export function openHistory(now = () => Date.now()) {
  const byChannel = new Map<string, Entry[]>()
  /** In order of delivery; the first to be dropped is also the first of its channel. */
  const all = new Set<Entry>()
  /** Publications at or before these positions may be missing. */
  const forgotten = new Map<string, number>()
  let floor = 0
  let last = 0

  function forget(entry: Entry) {
    all.delete(entry)
    const list = byChannel.get(entry.channel)
    list?.shift()
    if (list?.length === 0) byChannel.delete(entry.channel)
  }

  function trim(channel: string) {
    const list = byChannel.get(channel) ?? []
    const max = namespaces[parseChannel(channel)?.namespace ?? '']?.history ?? 0
    while (list.length > max) {
      forgotten.set(channel, list[0]!.publication.offset)
      forget(list[0]!)
    }
    for (const entry of all) {
      if (all.size <= maxStored && entry.at > now() - historyMs) break
      floor = Math.max(floor, entry.publication.offset)
      forget(entry)
    }
    for (const [name, position] of forgotten) if (position <= floor) forgotten.delete(name)
  }

  return {
    position: () => last,
    /** Everything before this position is unknown. */
    startAt(position: number) {
      floor = last = position
    },
    advance(position: number) {
      last = Math.max(last, position)
    },
    add(channel: string, data: object, offset: number): Publication {
      const entry: Entry = { channel, at: now(), publication: { offset, data } }
      last = Math.max(last, offset)
      all.add(entry)
      const list = byChannel.get(channel)
      if (list) list.push(entry)
      else byChannel.set(channel, [entry])
      trim(channel)
      return entry.publication
    },
    /** The publications since a position; null if they are no longer known. */
    since(channel: string, position: number): Publication[] | null {
      if (position < floor || position < (forgotten.get(channel) ?? 0) || position > last) return null
      return (byChannel.get(channel) ?? [])
        .map(({ publication }) => publication)
        .filter(({ offset }) => offset > position)
    },
  }
}
