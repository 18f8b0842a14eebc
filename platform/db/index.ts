export { appRole, type Database, type DatabaseOptions, openDatabase, type TxOptions, usualOptions } from './database.ts'
export {
  Aborted,
  BadStatement,
  Busy,
  Closed,
  CommitUnknown,
  ConnectionLost,
  DatabaseError,
  type FaultCode,
  isRetryable,
  RolledBack,
  SqlError,
  TransactionOver,
} from './errors.ts'
export type { Scope } from './scope.ts'
export type { Fragment, Rows, Sql, SqlPart, SqlValue, Statement } from './sql.ts'
