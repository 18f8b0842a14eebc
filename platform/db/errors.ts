/**
 * Every error that leaves platform/db. `code` is the server's SQLSTATE, or this layer's own (busy, closed, aborted,
 * connection_lost, commit_unknown, rolled_back, transaction_over, bad_statement). It never contains a parameter value.
 */
export class DatabaseError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** No connection became free in time, or too many callers are waiting already (HTTP responds with 503). */
export class Busy extends DatabaseError {
  override name = 'Busy'
  constructor(message = 'the database has no free connection') {
    super('busy', message)
  }
}

/** This program closed the database. */
export class Closed extends DatabaseError {
  override name = 'Closed'
  constructor() {
    super('closed', 'the database is closed')
  }
}

/** The caller's AbortSignal fired before COMMIT: nothing was committed. */
export class Aborted extends DatabaseError {
  override name = 'Aborted'
  constructor() {
    super('aborted', 'the caller gave up waiting for the transaction')
  }
}

/** The connection died. In a transaction, nothing was committed; a single statement may have taken effect. */
export class ConnectionLost extends DatabaseError {
  override name = 'ConnectionLost'
  constructor(reason = 'the database closed the connection') {
    super('connection_lost', reason)
  }
}

/** The connection died during COMMIT: the transaction may or may not be committed. Check before repeating it. */
export class CommitUnknown extends DatabaseError {
  override name = 'CommitUnknown'
  constructor() {
    super('commit_unknown', 'the connection died during COMMIT: the outcome is unknown')
  }
}

/**
 * The operation succeeded, but its transaction could not be committed: a statement failed unnoticed or was still
 * running.
 */
export class RolledBack extends DatabaseError {
  override name = 'RolledBack'
  readonly sqlstate: string | undefined
  constructor(reason: string, sqlstate?: string) {
    super('rolled_back', reason)
    this.sqlstate = sqlstate
  }
}

/** A statement came after its transaction or savepoint had ended, or outside an open savepoint. */
export class TransactionOver extends DatabaseError {
  override name = 'TransactionOver'
  constructor(reason = 'the transaction is over') {
    super('transaction_over', reason)
  }
}

/** A statement that cannot be sent: an undefined or unsupported value, or a wrong fragment. A bug in the program. */
export class BadStatement extends DatabaseError {
  override name = 'BadStatement'
  constructor(reason: string) {
    super('bad_statement', reason)
  }
}

/** An error from the server: `code` is the SQLSTATE ('23505'); `statement` is the text with $1, never a value. */
export class SqlError extends DatabaseError {
  override name = 'SqlError'
  readonly constraint: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly statement: string
  constructor(response: ServerResponse, statement: string) {
    super(response.code, withoutValues(response))
    this.constraint = response.constraint_name
    this.schema = response.schema_name
    this.table = response.table_name
    this.column = response.column_name
    this.statement = statement.replace(/\s+/g, ' ').trim().slice(0, 600)
  }
}

export type ServerResponse = {
  code: string
  message: string
  severity?: string
  constraint_name?: string
  schema_name?: string
  table_name?: string
  column_name?: string
}

// Class 22 messages quote the refused value ('invalid input syntax for type date: "..."'), which may be personal.
function withoutValues({ code, message }: ServerResponse): string {
  return code.startsWith('22') ? message.replace(/"[\s\S]*"/g, '"?"') : message
}

/** Whether the server says that the transaction may be retried (serialization failure or deadlock). */
export function isRetryable(error: unknown): boolean {
  const state = error instanceof RolledBack ? error.sqlstate : error instanceof SqlError ? error.code : undefined
  return state === '40001' || state === '40P01'
}
