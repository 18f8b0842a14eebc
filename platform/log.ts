export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Structured logging without personal data: fields are ids, codes, counts and durations, never names or bodies. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
  with(fields: LogFields): Log
}

type Sink = (line: Record<string, unknown>) => void

/** One JSON object a line on standard output (errors on standard error). */
export const jsonSink: Sink = (line) => {
  const stream = line.level === 'error' ? process.stderr : process.stdout
  stream.write(`${JSON.stringify(line)}\n`)
}

export function openLog(sink: Sink = jsonSink, fields: LogFields = {}): Log {
  const write = (level: string, event: string, more: LogFields = {}) =>
    sink({ at: new Date().toISOString(), level, event, ...fields, ...more })
  return {
    info: (event, more) => write('info', event, more),
    warn: (event, more) => write('warn', event, more),
    error: (event, error, more) => write('error', event, { ...more, ...describeError(error) }),
    with: (more) => openLog(sink, { ...fields, ...more }),
  }
}

/** Named properties only: database errors carry the query's parameters beside them. */
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
