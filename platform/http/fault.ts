import { Refusal } from '#platform/errors.ts'
import type { Log, LogFields } from '#platform/log.ts'

/** The log line of a request that failed because of us; one per request, however often it failed. */
export const faultEvent = 'request.fault'

export type RequestFault = { cause: string; sqlstate?: string; reason?: string }

/** Explains errors of PostgreSQL and the database layer to operators. */
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

/** Deliberate refusals with status 503. */
const deliberateCodes = new Set(['SITE_CLOSED'])

/** The cause of a failed request if the fault is ours or that of one of our services; null for everything else. */
export function faultOf(error: unknown): RequestFault | null {
  if (!(error instanceof Error)) return null
  if (error instanceof Refusal) {
    const { status, code } = error.kind
    if (status !== 503 || deliberateCodes.has(code)) return null
    const inner = faultOf(error.cause)
    if (inner) return inner
    const reason = error.cause instanceof Error ? error.cause.message.slice(0, 200) : undefined
    return { cause: code.toLowerCase().replaceAll('_', ' '), ...(reason && { reason }) }
  }
  const { code, sqlstate } = error as { code?: unknown; sqlstate?: unknown }
  const errorCode = typeof code === 'string' ? code : ''
  const innerState = typeof sqlstate === 'string' ? sqlstate : undefined
  const state = /^[0-9A-Z]{5}$/.test(errorCode) ? errorCode : innerState
  const cause = causes[state ?? errorCode]
  return cause ? { cause, ...(state && { sqlstate: state }) } : null
}

/** Logs the fault of a request, if it is ours. */
export function logFault(log: Log, error: unknown): void {
  const fault = faultOf(error)
  if (fault) log.warn(faultEvent, fault)
}

/** The log of one request: it writes only the first fault, with the fields that `currentFields` returns then. */
export function requestLog(log: Log, currentFields: () => LogFields, reported: { yet: boolean } = { yet: false }): Log {
  return {
    info: log.info,
    error: log.error,
    warn(event, fields) {
      if (event !== faultEvent) return log.warn(event, fields)
      if (reported.yet) return
      reported.yet = true
      log.warn(event, { ...currentFields(), ...fields })
    },
    with: (fields) => requestLog(log.with(fields), currentFields, reported),
  }
}
