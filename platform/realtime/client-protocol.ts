import { type Namespace, namespaces } from './channels.ts'

/** Ends the connection. Below 4500 (and outside 3500 to 3999) a client reconnects by itself. */
export class Drop extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}
/** Responds to one command with an error. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
export const badRequest = () => new Drop(3501, 'bad request')
export const badToken = () => new Drop(3500, 'invalid token')
export const denied = () => new Refused(103, 'permission denied')
export const unavailable = () => new Refused(108, 'not available')
/** A bug of ours may fail one command, but never the process. */
export const internal = { code: 100, message: 'internal server error' }

// biome-ignore lint/suspicious/noExplicitAny: what a client sends is read field by field
export type Command = Record<string, any>

export function parseLine(line: string): object {
  try {
    const command: unknown = JSON.parse(line)
    if (typeof command === 'object' && command !== null && !Array.isArray(command)) return command
  } catch {
    // Valid JSON that is not a command.
  }
  throw badRequest()
}

export function findNamespace(channel: string): Namespace | undefined {
  const name = channel.slice(0, Math.max(0, channel.indexOf(':')))
  return Object.hasOwn(namespaces, name) ? namespaces[name] : undefined
}

/** The namespace of the channel that a client named; throws what the protocol responds to any other name. */
export function namespaceOf(channel: unknown): Namespace {
  if (typeof channel !== 'string' || channel === '') throw badRequest()
  if (!channel.includes(':')) throw new Refused(107, 'bad request')
  const namespace = findNamespace(channel)
  if (!namespace) throw new Refused(102, 'unknown channel')
  if (!namespace.name.test(channel.slice(channel.indexOf(':') + 1))) throw new Refused(107, 'bad request')
  return namespace
}

export const lifetime = (expiresAt: number) => ({
  expires: true,
  ttl: Math.max(1, Math.floor((expiresAt - Date.now()) / 1000)),
})
