import { afterAll, expect, test } from 'vitest'
import { readEnv } from '#platform/env.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import { prepare } from './prepare.ts'

const { db, url } = await testDatabase()
const bucket = await startS3Simulator()
afterAll(bucket.close)

test("the demo's media are in the configured bucket, where the server looks for them", async () => {
  const { endpoint, bucket: name, access_key_id, secret_access_key, region } = bucket.settings
  await prepare(
    readEnv({
      DATABASE_URL: url,
      DATA_DIR: '/dev/null/no-disk',
      S3_URL: endpoint,
      S3_BUCKET: name,
      S3_KEY: access_key_id,
      S3_SECRET: secret_access_key,
      S3_REGION: region,
    }),
  )
  const attachments = await db.read<{ file_key: string }>`select file_key from catalogue.attachment`
  expect(attachments.length).toBeGreaterThan(3)
  for (const { file_key } of attachments)
    expect([...bucket.objects.keys()].some((key) => key.endsWith(file_key))).toBe(true)
})

test('the first start gives a database its id, and a later one with other settings keeps it', async () => {
  const [first] = await db.read<{ installation: string }>`select installation from platform.installation`
  expect(first).toEqual({ installation: 'development' })
  await prepare(readEnv({ DATABASE_URL: url, DATA_DIR: '/dev/null/no-disk', INSTALLATION: 'copy.example' }))
  expect(await db.read`select installation from platform.installation`).toEqual([first])
})
