import { timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'

const { Server, utils } = ssh2
const { OPEN_MODE, STATUS_CODE } = utils.sftp

type Behavior =
  /** The connection ends after the file is renamed and before the server responds. */
  | 'lost-after-rename'
  /** The connection ends before the file is renamed. */
  | 'lost-before-rename'
  | 'deny-write'

export type SftpSimulator = {
  port: number
  user: string
  password: string
  /** The server's key as a Buffer of the SSH wire format. */
  host_key: Buffer
  /** The files by path. */
  files: Map<string, Buffer>
  /** The number of refused sign-ins. */
  refused: () => number
  script(...behaviors: Behavior[]): void
  /** The bytes of files that were sent to readers. */
  bytesRead: () => number
  /** From now on, the reported size of each file is 14 bytes, whatever its real size. */
  understate(): void
  close(): Promise<void>
}

/** An SFTP server on a free local port that keeps its files in memory. For tests only. */
export async function startSftpSimulator(): Promise<SftpSimulator> {
  const { private: key } = utils.generateKeyPairSync('ed25519')
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error) throw parsed
  const [user, password] = ['school-100', 'demo-password']
  const files = new Map<string, Buffer>()
  const behaviors: Behavior[] = []
  const open = new Set<Connection>()
  let refusedCount = 0
  const reading = { bytes: 0, understates: false }
  const server = new Server({ hostKeys: [key] }, (connection) => {
    open.add(connection)
    connection
      .on('authentication', (context) => {
        const isKnown = context.method === 'password' && context.username === user && isSame(context.password, password)
        if (isKnown) return context.accept()
        if (context.method === 'password') refusedCount += 1
        return context.reject(['password'])
      })
      .on('ready', () => connection.on('session', (accept) => accept().on('sftp', (take) => serve(take()))))
      .on('error', () => undefined)
      .on('close', () => open.delete(connection))
    const serve = (sftp: SFTPWrapper) =>
      serveFiles(
        sftp,
        files,
        reading,
        () => behaviors.shift(),
        () => connection.end(),
      )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    user,
    password,
    host_key: parsed.getPublicSSH(),
    files,
    refused: () => refusedCount,
    script: (...next) => void behaviors.push(...next),
    bytesRead: () => reading.bytes,
    understate() {
      reading.understates = true
    },
    async close() {
      for (const connection of open) connection.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

type OpenFile = { path: string; content: Buffer; writes: boolean }

function serveFiles(
  sftp: SFTPWrapper,
  files: Map<string, Buffer>,
  reading: { bytes: number; understates: boolean },
  next: () => Behavior | undefined,
  end: () => void,
): void {
  const handles: OpenFile[] = []
  const fileOf = (handle: Buffer) => handles[handle.readUInt32BE(0)]!
  const attributes = (size: number) => ({ mode: 0o100_600, uid: 1, gid: 1, size, atime: 0, mtime: 0 })
  const stat = (id: number, path: string) => {
    const content = files.get(path)
    const size = reading.understates ? 14 : content?.length
    return size !== undefined && content ? sftp.attrs(id, attributes(size)) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
  }
  let behavior: Behavior | undefined
  sftp.on('OPEN', (id, path, flags) => {
    const writes = (flags & OPEN_MODE.WRITE) !== 0
    if (!writes && !files.has(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    if (writes) behavior = next()
    if (behavior === 'deny-write') return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(handles.push({ path, content: writes ? Buffer.alloc(0) : files.get(path)!, writes }) - 1)
    return sftp.handle(id, handle)
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = fileOf(handle)
    const content = Buffer.alloc(Math.max(file.content.length, offset + data.length))
    file.content.copy(content)
    data.copy(content, offset)
    file.content = content
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('READ', (id, handle, offset, length) => {
    const { content } = fileOf(handle)
    if (offset >= content.length) return sftp.status(id, STATUS_CODE.EOF)
    const part = content.subarray(offset, offset + length)
    reading.bytes += part.length
    return sftp.data(id, part)
  })
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attributes(fileOf(handle).content.length)))
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('CLOSE', (id, handle) => {
    const { path, content, writes } = fileOf(handle)
    if (writes) files.set(path, content)
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('RENAME', (id, from, to) => {
    if (behavior === 'lost-before-rename') return end()
    // As in version 3 of the protocol, a rename never overwrites another file.
    if (files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE)
    files.set(to, files.get(from)!)
    files.delete(from)
    return behavior === 'lost-after-rename' ? end() : sftp.status(id, STATUS_CODE.OK)
  })
}
