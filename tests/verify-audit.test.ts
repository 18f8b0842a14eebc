import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAuditLog, secret } from './fixtures/platform/audit-log.ts'

const auditLog = await openAuditLog()
const script = join(import.meta.dirname, '../web/commands/waypost.ts')

type CommandResult = { code: number; output: string }

const verify = (...options: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: auditLog.url, SECRET: secret }
    execFile(process.execPath, [script, 'verify', ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

test('the command seals, names the first broken row, and exits with 1', async () => {
  const events = await auditLog.write(7, 4)
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('not sealed yet: 4') })
  const sealedCommandResult = await verify('--seal')
  expect(sealedCommandResult.code).toBe(0)
  const [head] = /7:4:[0-9a-f]{64}/.exec(sealedCommandResult.output)!
  expect((await verify('--head', head)).code).toBe(0)
  await auditLog.tamper(`update platform.audit_event set action = 'x' where audit_event_id = $1`, [events[2]])
  const broken = await verify()
  expect(broken.code).toBe(1)
  expect(broken.output).toContain(`organization 7: event changed at position 3, audit_event_id ${events[2]}; 2 events`)
})

test('an unreadable source is reported as its own error', async () => {
  expect(await verify('--head', 'nonsense')).toMatchObject({
    code: 2,
    output: expect.stringContaining('is not a head'),
  })
})
