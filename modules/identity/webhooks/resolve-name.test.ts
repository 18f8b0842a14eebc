import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { openResolver } from './resolve-name.ts'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** A name server that answers queries of one type (1: A, 28: AAAA) with this address, and never answers others. */
async function openNameServer(records: Readonly<Record<number, readonly number[]>>) {
  const socket = createSocket('udp4')
  open.push(socket)
  const types: number[] = []
  socket.on('message', (question, from) => {
    const nameEnds = question.indexOf(0, 12)
    const type = question.readUInt16BE(nameEnds + 1)
    types.push(type)
    const address = records[type]
    if (!address) return
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(address.length > 0 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
    const parts = [header, question.subarray(12, nameEnds + 5), ...(address.length > 0 ? [record] : [])]
    socket.send(Buffer.concat(parts), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { asked: types, servers: [`127.0.0.1:${socket.address().port}`] }
}
const neverAbortSignal = new AbortController().signal

it('queries the name server directly for addresses of both kinds', async () => {
  const v6 = [0x26, 0x06, ...Array<number>(13).fill(0), 1]
  const { asked, servers } = await openNameServer({ 1: [1, 2, 3, 4], 28: v6 })
  const resolve = openResolver({ timeout: 2_000, tries: 2, servers })
  expect(await resolve('receiver.example', neverAbortSignal)).toEqual([{ address: '1.2.3.4' }, { address: '2606::1' }])
  expect(new Set(asked)).toEqual(new Set([1, 28]))
})

it('needs one kind only', async () => {
  const { servers } = await openNameServer({ 1: [1, 2, 3, 4], 28: [] })
  const resolve = openResolver({ timeout: 2_000, tries: 2, servers })
  expect(await resolve('receiver.example', neverAbortSignal)).toEqual([{ address: '1.2.3.4' }])
})

it('gives up on a silent name server, and stops on abort', async () => {
  const { servers } = await openNameServer({})
  await expect(
    openResolver({ timeout: 50, tries: 1, servers })('receiver.example', neverAbortSignal),
  ).rejects.toMatchObject({
    code: 'ETIMEOUT',
  })
  const askingAbortController = new AbortController()
  const resolution = openResolver({ timeout: 60_000, tries: 1, servers })(
    'receiver.example',
    askingAbortController.signal,
  )
  askingAbortController.abort()
  await expect(resolution).rejects.toMatchObject({ code: 'ECANCELLED' })
})

it('returns an address unchanged', async () => {
  expect(await openResolver()('1.1.1.1', neverAbortSignal)).toEqual([{ address: '1.1.1.1' }])
})
