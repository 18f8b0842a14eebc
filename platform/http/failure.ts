import { errors, Refusal, type Refuse } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { logFault } from './fault.ts'

const failedText: Text = ['An error occurred.', 'Ocurrió un error.']

/** PostgreSQL error codes that the caller caused. */
const refusalByCode: Record<string, Refuse> = {
  busy: errors.busy,
  closed: errors.busy,
  connection_lost: errors.busy,
  commit_unknown: errors.busy,
  '23505': errors.conflict,
  '23503': errors.conflict,
  '40001': errors.conflict,
  '40P01': errors.conflict,
  '55P03': errors.busy,
  '57014': errors.busy,
  aborted: errors.busy,
  '53100': errors.busy,
  '53200': errors.busy,
  '53300': errors.busy,
  '57P01': errors.busy,
  '57P02': errors.busy,
  '57P03': errors.busy,
  '25006': errors.busy,
  '22021': errors.invalid,
  '22003': errors.invalid,
  '22008': errors.invalid,
  '22P05': errors.invalid,
}

export type Failure = { status: number; body: Record<string, unknown> }

/** The error response for the caller: refusals with their own text, all others with one generic text and a log line. */
export function failureOf(error: unknown, locale: Locale, log: Log): Failure {
  logFault(log, error)
  const refusal = error instanceof Refusal ? error : translate(error, log)
  if (!refusal) {
    log.error('failed', error)
    return { status: 500, body: { error: true, code: 'FAILED', message: localize(locale, failedText) } }
  }
  const { kind, params, answer, issues } = refusal
  const message = localize(locale, kind.text, params)
  const body = { error: true, code: kind.code, message, ...(issues.length > 0 ? { issues } : {}), ...answer }
  return { status: kind.status, body }
}

/**
 * Seconds until the same request may succeed: those of the limit for 429, a guess if the server is busy, otherwise no
 * header.
 */
export function retryAfterOf({ status, body }: Failure): Record<string, string> {
  const limitSeconds = status === 429 ? body.retry_after : undefined
  const seconds = status === 503 ? 2 : limitSeconds
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** Database problems that a person must fix; retries don't help. */
const eventByCode: Record<string, string> = { '53100': 'database.disk_full', '25006': 'database.read_only' }

/** The server's code if that caused the rollback; otherwise the error's own code. */
function codeOf(error: unknown): string {
  const { code, sqlstate } = (error instanceof Error ? error : {}) as { code?: unknown; sqlstate?: unknown }
  return String(sqlstate ?? code ?? '')
}

function translate(error: unknown, log: Log): Refusal | null {
  const code = codeOf(error)
  const event = eventByCode[code]
  if (event) log.error(event, error)
  const kind = refusalByCode[code]
  return kind ? kind() : null
}
