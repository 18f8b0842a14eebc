import { clearTimeout, setTimeout } from 'node:timers'

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Structured logging without personal data: fields are ids, codes, counts and durations, never names or bodies. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
  with(fields: LogFields): Log
}

export type Sink = (line: Record<string, unknown>) => void

const flushAfterMs = 100
const maxBufferedLength = 64_000
let buffer = ''
let timer: NodeJS.Timeout | null = null

/** Writes the buffered lines, also when the process ends for any reason (writing to a file or pipe is synchronous). */
function flush(): void {
  if (timer) clearTimeout(timer)
  timer = null
  const lines = buffer
  buffer = ''
  if (lines) process.stdout.write(lines)
}
process.on('exit', flush)

/**
 * One JSON object per line on standard output (errors immediately on standard error). Other lines are written together
 * every 100 ms: a system call per request costs as much as a whole heartbeat.
 */
const jsonSink: Sink = (line) => {
  const text = `${JSON.stringify(line)}\n`
  if (line.level === 'error') {
    flush()
    process.stderr.write(text)
    return
  }
  buffer += text
  if (buffer.length > maxBufferedLength) flush()
  else timer ??= setTimeout(flush, flushAfterMs).unref()
}

/** The sink for the setting: all lines, or only those that report a fault. */
export const sinkOf =
  (level: 'all' | 'faults', sink: Sink = jsonSink): Sink =>
  (line) => {
    if (level === 'all' || line.level !== 'info') sink(line)
  }

/** Opens a log that writes JSON lines to `sink`, each with `fields`. `with` returns a log with additional fields. */
export function openLog(sink: Sink = jsonSink, fields: LogFields = {}): Log {
  const write = (level: string, event: string, extraFields: LogFields = {}) =>
    sink({ at: new Date().toISOString(), level, event, ...fields, ...extraFields })
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, error, fields) => write('error', event, { ...fields, ...describeError(error) }),
    with: (extraFields) => openLog(sink, { ...fields, ...extraFields }),
  }
}

/** Only listed properties: database errors also carry the query's parameters. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, constraint_name } = error as { code?: unknown; constraint_name?: unknown }
  return {
    error: error.name,
    message: error.message.slice(0, 500),
    code: typeof code === 'string' ? code : undefined,
    constraint: typeof constraint_name === 'string' ? constraint_name : undefined,
    stack: error.stack?.split('\n').slice(1, 8).join('\n'),
  }
}

export const silentLog: Log = openLog(() => {})
