import { expect, test } from 'vitest'
import { Aborted, Busy, Closed, CommitUnknown, ConnectionLost, RolledBack, SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { outboundErrors } from '#platform/outbound.ts'
import { failureOf } from './failure.ts'
import { faultEvent, faultOf, requestLog } from './fault.ts'

const sql = (code: string) => new SqlError({ code, message: 'no' }, 'select 1')

test.each<[cause: string, error: Error, sqlstate?: string]>([
  ['busy', new Busy()],
  ['database closed', new Closed()],
  ['too late', new Aborted()],
  ['connection lost', new ConnectionLost()],
  ['commit unknown', new CommitUnknown()],
  ['statement timeout', sql('57014'), '57014'],
  ['lock timeout', sql('55P03'), '55P03'],
  ['deadlock', sql('40P01'), '40P01'],
  ['deadlock', new RolledBack('a statement failed', '40P01'), '40P01'],
  ['serialization failure', sql('40001'), '40001'],
  ['disk full', sql('53100'), '53100'],
  ['too many connections', sql('53300'), '53300'],
  ['read only', sql('25006'), '25006'],
  ['database stopped', sql('57P01'), '57P01'],
  ['database starting', sql('57P03'), '57P03'],
  [
    'file store busy',
    Object.assign(fileErrors.storeBusy(), { cause: new Error('The file store answered 503 SlowDown') }),
  ],
  ['deadlock', Object.assign(errors.busy(), { cause: sql('40P01') }), '40P01'],
  ['quarantine', outboundErrors.quarantine()],
])('%s is a server fault', (cause, error, sqlstate) => {
  const lines: Record<string, unknown>[] = []
  // The log that an operator gets with LOG=faults.
  failureOf(error, 'en-us', openLog(sinkOf('faults', (line) => lines.push(line))))
  const faults = lines.filter(({ event }) => event === faultEvent)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({ level: 'warn', cause, ...(sqlstate && { sqlstate }) })
})

test.each([
  errors.notFound(),
  errors.conflict(),
  errors.tooMany(1),
  sql('23505'),
  sql('22003'),
  new TypeError('x'),
  'busy',
  null,
])('%s is not a server fault', (error) => {
  expect(faultOf(error)).toBeNull()
})

test('logs the reason given by the store without personal data', () => {
  const error = Object.assign(fileErrors.storeBusy(), { cause: new Error('The file store answered 503 SlowDown') })
  expect(faultOf(error)).toEqual({ cause: 'file store busy', reason: 'The file store answered 503 SlowDown' })
  expect(faultOf(new SqlError({ code: '57014', message: 'canceling "Dana"' }, 'select 1'))).toEqual({
    cause: 'statement timeout',
    sqlstate: '57014',
  })
})

test('logs one line for the first fault of a request, with the data known then', () => {
  const lines: Record<string, unknown>[] = []
  let ms = 5
  const log = requestLog(
    openLog((line) => lines.push(line)),
    () => ({ route: 'GET /x', ms: ms++ }),
  ).with({ request: 'r' })
  failureOf(new Busy(), 'en-us', log)
  failureOf(sql('40P01'), 'en-us', log.with({ organization: 1 }))
  log.warn('another', {})
  expect(lines).toMatchObject([
    { event: faultEvent, cause: 'busy', route: 'GET /x', ms: 5, request: 'r' },
    { event: 'another' },
  ])
})
