import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { faultOf } from '#platform/http/fault.ts'
import { openS3Files } from './files.s3.ts'

test("names an unreachable bucket by its address, with the system's reason", async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const files = openS3Files({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'waypost',
    region: 'us-east-1',
    access_key_id: 'key',
    secret_access_key: 'secret',
  })
  const error = await files.open(`logo/96/3c/${'963c'.repeat(16)}`).catch((error: unknown) => error)
  expect(faultOf(error)).toEqual({
    cause: 'file store busy',
    reason: `127.0.0.1:${port} is not reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  })
})
