import { afterAll, beforeEach, expect, test } from 'vitest'
import { holdOutbound } from '#platform/outbound.ts'
import { startSftpSimulator } from '#simulators/agencies/sftp.ts'
import { noSignal } from '#tests/fixtures/learning/completion.ts'
import { fingerprintOf, openSftp, type SftpConfig } from './sftp.ts'

const server = await startSftpSimulator()
afterAll(() => server.close())
beforeEach(() => server.files.clear())

const place: SftpConfig = {
  host: '127.0.0.1',
  port: server.port,
  user: server.user,
  password: server.password,
  host_key: fingerprintOf(server.host_key),
  folder: 'in/',
}
const file = { name: 'az-00001.txt', bytes: Buffer.from('H00001\nDREYES\n') }
const large = { name: 'large.txt', bytes: Buffer.alloc(300_000, 'line of a file\n') }
const other = { ...file, bytes: Buffer.from('another') }

test('a file appears under its name when it is complete; the receipt has its address, size and hash', async () => {
  const receipt = await openSftp(place).deliver(file, noSignal)
  expect(receipt).toMatch(/^sftp:\/\/127\.0\.0\.1\/in\/az-00001\.txt 14 sha256:[0-9a-f]{64}$/)
  expect([...server.files.keys()]).toEqual(['in/az-00001.txt'])
  expect(server.files.get('in/az-00001.txt')).toEqual(file.bytes)
  await openSftp(place).deliver(large, noSignal)
  expect(server.files.get('in/large.txt')).toEqual(large.bytes)
})

test('the same file sent twice is one delivery; a different file of the same name is refused', async () => {
  const sftp = openSftp(place)
  const receipt = await sftp.deliver(file, noSignal)
  expect(await sftp.deliver(file, noSignal)).toBe(receipt)
  expect(await sftp.find(file, noSignal)).toBe(receipt)
  await expect(sftp.deliver(other, noSignal)).rejects.toMatchObject({ code: 'EXISTS' })
  expect(server.files.get('in/az-00001.txt')).toEqual(file.bytes)
  expect(await sftp.find({ ...file, name: 'none.txt' }, noSignal)).toBeNull()
})

test('a different file is recognized by its size, and at equal size by its content', async () => {
  const sftp = openSftp(place)
  server.files.set('in/az-00001.txt', Buffer.alloc(64_000_000, 'x'))
  const before = server.bytesRead()
  await expect(sftp.deliver(file, noSignal)).rejects.toMatchObject({ code: 'EXISTS' })
  expect(await sftp.find(file, noSignal)).toBeNull()
  expect(server.bytesRead()).toBe(before)
  server.understate()
  await expect(sftp.deliver(file, noSignal)).rejects.toMatchObject({ code: 'EXISTS' })
  expect(server.bytesRead() - before).toBeLessThan(100_000)
})

test.each([
  ['another key', { host_key: fingerprintOf(Buffer.from('x')) }, 'HOST_KEY'],
  ['another password', { password: 'wrong' }, 'SIGN_IN'],
  ['another user', { user: 'nobody' }, 'SIGN_IN'],
  ['a private key that is none', { password: '', private_key: 'nonsense' }, 'SIGN_IN'],
  ['a closed port', { port: 1 }, 'NO_CONNECTION'],
] as const)('a server with %s gets nothing', async (_case, changes, code) => {
  await expect(openSftp({ ...place, ...changes }).deliver(file, noSignal)).rejects.toMatchObject({ code })
  expect(server.files.size).toBe(0)
})

test('the password is never sent to a server with an unexpected host key', async () => {
  const before = server.refused()
  const wrong = { host_key: fingerprintOf(Buffer.from('x')), password: 'secret' }
  await expect(openSftp({ ...place, ...wrong }).test(noSignal)).rejects.toMatchObject({
    code: 'HOST_KEY',
    message: place.host_key,
  })
  expect(server.refused()).toBe(before)
  expect(await openSftp(place).test(noSignal)).toBe(place.host_key)
})

test('a server without write access refuses; a connection lost during the rename leaves the outcome unclear', async () => {
  server.script('deny-write')
  await expect(openSftp(place).deliver(file, noSignal)).rejects.toMatchObject({ code: 'SIGN_IN' })
  server.script('lost-after-rename')
  await expect(openSftp(place).deliver(file, noSignal)).rejects.toMatchObject({ code: 'UNCLEAR' })
  expect(await openSftp(place).find(file, noSignal)).toMatch(/^sftp:/)
  server.files.clear()
  server.script('lost-before-rename')
  await expect(openSftp(place).deliver(file, noSignal)).rejects.toMatchObject({ code: 'UNCLEAR' })
  expect(await openSftp(place).find(file, noSignal)).toBeNull()
})

test('a quarantined copy of the site opens no connection', async () => {
  holdOutbound({ why: 'setting' })
  await expect(openSftp(place).deliver(file, noSignal)).rejects.toMatchObject({ kind: { code: 'QUARANTINE' } })
  holdOutbound(null)
  expect(server.files.size).toBe(0)
})
