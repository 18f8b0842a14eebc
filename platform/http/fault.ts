import { Refusal } from '#platform/errors.ts'
import type { Log, LogFields } from '#platform/log.ts'

/** The log line of a request that was refused because of us: one each, however often it failed. */
export const faultEvent = 'request.fault'

export type RequestFault = { cause: string; sqlstate?: string; reason?: string }

/** What PostgreSQL and the database layer say, in an operator's words. */
const causes: Readonly<Record<string, string>> = {
  busy: 'busy',
  closed: 'database closed',
  connection_lost: 'connection lost',
  commit_unknown: 'commit unknown',
  aborted: 'too late',
  '57014': 'statement timeout',
  '55P03': 'lock timeout',
  '40P01': 'deadlock',
  '40001': 'serialization failure',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '25006': 'read only',
  '57P01': 'database stopped',
  '57P02': 'database stopped',
  '57P03': 'database starting',
}

/** Refusals with status 503 that are nobody's fault. */
const decided = new Set(['SITE_CLOSED'])

/** Why a request was refused, where the cause is ours or a service's of ours; null for everything else. */
export function faultOf(error: unknown): RequestFault | null {
  if (!(error instanceof Error)) return null
  if (error instanceof Refusal) {
    const { status, code } = error.kind
    if (status !== 503 || decided.has(code)) return null
    const inner = faultOf(error.cause)
    if (inner) return inner
    const reason = error.cause instanceof Error ? error.cause.message.slice(0, 200) : undefined
    return { cause: code.toLowerCase().replaceAll('_', ' '), ...(reason && { reason }) }
  }
  const { code, sqlstate } = error as { code?: unknown; sqlstate?: unknown }
  const own = typeof code === 'string' ? code : ''
  const state = /^[0-9A-Z]{5}$/.test(own) ? own : typeof sqlstate === 'string' ? sqlstate : undefined
  const cause = causes[state ?? own]
  return cause ? { cause, ...(state && { sqlstate: state }) } : null
}

/** Writes the fault of a request, if it is one of ours. */
export function logFault(log: Log, error: unknown): void {
  const fault = faultOf(error)
  if (fault) log.warn(faultEvent, fault)
}

/** The log of one request: its first fault carries what `about` says then, and is the only one. */
export function requestLog(log: Log, about: () => LogFields, told: { yet: boolean } = { yet: false }): Log {
  return {
    info: log.info,
    error: log.error,
    warn(event, fields) {
      if (event !== faultEvent) return log.warn(event, fields)
      if (told.yet) return
      told.yet = true
      log.warn(event, { ...about(), ...fields })
    },
    with: (fields) => requestLog(log.with(fields), about, told),
  }
}
