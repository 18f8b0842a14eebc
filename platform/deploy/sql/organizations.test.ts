import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'

const { db, url } = await testDatabase()
const hasPsql = spawnSync('psql', ['--version']).error === undefined

test.skipIf(!hasPsql)('stored files of every organization are counted under row security, largest first', async () => {
  await db.read`
    insert into identity.organization (organization_id, code, name) overriding system value
    values (901, 'AAB', 'First'), (902, 'BBC', 'Second'), (-5, 'T-5', 'Test') on conflict do nothing`
  await db.read`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, deleted_at)
    values (901, 2, 'a.mp4', 'media-1/a', 'video/mp4', 5, null), (902, 2, 'b.mp4', 'media-1/b', 'video/mp4', 70, null),
           (902, 2, 'c.mp4', 'media-1/c', 'video/mp4', 30, null), (902, 2, 'd.mp4', 'media-1/d', 'video/mp4', 1000, now())`
  const file = join(import.meta.dirname, 'organizations.sql')
  // The tests' owner is a superuser, who sees every row; the product's role stands for an owner who is not.
  const { stdout, stderr } = spawnSync(
    'psql',
    [url, '-qAtX', '-v', 'ON_ERROR_STOP=1', '-c', 'set role waypost_app', '-f', file],
    {
      encoding: 'utf8',
    },
  )
  expect(stderr).toBe('')
  const lines = stdout.split('\n').filter((line) => /^-?\d+\|(AAB|BBC|T-5)\|/.test(line))
  expect(lines).toEqual(['902|BBC|2|100', '901|AAB|1|5', '-5|T-5|0|0'])
})
