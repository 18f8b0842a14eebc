import { createHash } from 'node:crypto'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { requireOutbound } from '#platform/outbound.ts'
import { type DeliveryChannel, DeliveryFault, type OutgoingFile } from './delivery.ts'

export type SftpConfig = {
  host: string
  port: number
  user: string
  password?: string
  private_key?: string
  /** The fingerprint of the server's key, as `ssh-keygen -l` prints it: SHA256:… */
  host_key: string
  /** The folder; '' is the user's home folder. */
  folder: string
}

export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** An SFTP server, identified by its key. */
export function openSftp(config: SftpConfig): DeliveryChannel {
  const pathOf = ({ name }: OutgoingFile) => [config.folder.replace(/\/+$/, ''), name].filter(Boolean).join('/')
  const receiptOf = (file: OutgoingFile) => {
    const hash = createHash('sha256').update(file.bytes).digest('hex')
    return `sftp://${config.host}/${pathOf(file).replace(/^\/+/, '')} ${file.bytes.length} sha256:${hash}`
  }
  return {
    deliver: (file, signal) =>
      withSftp(config, signal, async (sftp, session) => {
        const path = pathOf(file)
        const state = await stateOf(sftp, path, file)
        if (state === 'other') throw new DeliveryFault('EXISTS', `${path} already exists`)
        if (state === 'none') await upload(sftp, session, path, file)
        return receiptOf(file)
      }),
    find: (file, signal) =>
      withSftp(config, signal, async (sftp) => {
        return (await stateOf(sftp, pathOf(file), file)) === 'same' ? receiptOf(file) : null
      }),
    test: (signal) => withSftp(config, signal, async (_sftp, { presentedKey }) => presentedKey),
  }
}

/** Renames the file only when it is complete, so that the agency never sees a part of it. */
async function upload(sftp: SFTPWrapper, session: Session, path: string, { bytes }: OutgoingFile): Promise<void> {
  const partPath = `${path}.part`
  await promisify((callback) => sftp.writeFile(partPath, Buffer.from(bytes), callback))
  session.renaming = true
  await promisify((callback) => sftp.rename(partPath, path, callback))
}

const endOfFile = 1
const noSuchFile = 2
const permissionDenied = 3

/**
 * Whether the path has the same file, another one or none. A file of another size is not read. Reading stops after the
 * expected size, because a server may report one size and send another.
 */
async function stateOf(sftp: SFTPWrapper, path: string, { bytes }: OutgoingFile): Promise<'none' | 'same' | 'other'> {
  try {
    const size = await new Promise<number>((resolve, reject) =>
      sftp.stat(path, (error, stats) => (error ? reject(error) : resolve(stats.size))),
    )
    if (size !== bytes.length) return 'other'
    return (await readUpTo(sftp, path, bytes.length + 1)).equals(bytes) ? 'same' : 'other'
  } catch (error) {
    if (statusOf(error) === noSuchFile) return 'none'
    throw error
  }
}

async function readUpTo(sftp: SFTPWrapper, path: string, max: number): Promise<Buffer> {
  const handle = await new Promise<Buffer>((resolve, reject) =>
    sftp.open(path, 'r', (error, fileHandle) => (error ? reject(error) : resolve(fileHandle))),
  )
  const content = Buffer.alloc(max)
  let size = 0
  for (let bytesRead = -1; bytesRead !== 0 && size < max; size += bytesRead) {
    bytesRead = await new Promise<number>((resolve, reject) =>
      sftp.read(handle, content, size, Math.min(max - size, 32_768), size, (error, count) =>
        error && statusOf(error) !== endOfFile ? reject(error) : resolve(error ? 0 : count),
      ),
    )
  }
  await promisify((callback) => sftp.close(handle, callback))
  return content.subarray(0, size)
}

/** The status of the server's response; null without a response. */
function statusOf(error: unknown): number | null {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? code : null
}

const promisify = (start: (callback: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

/** The state of a connection: the key that the server presented, and whether the rename was requested. */
type Session = { presentedKey: string; renaming: boolean }

/** Runs a function on its own connection. */
async function withSftp<Result>(
  config: SftpConfig,
  signal: AbortSignal,
  work: (sftp: SFTPWrapper, session: Session) => Promise<Result>,
): Promise<Result> {
  requireOutbound('report')
  const client = new ssh2.Client()
  const failure = new Promise<never>((_resolve, reject) => {
    client.on('error', reject).on('close', () => reject(new Error('the connection was closed')))
    signal.addEventListener('abort', () => reject(new Error('no response in time')), { once: true })
  })
  // The race below handles it; an error after that has no effect.
  failure.catch(() => undefined)
  const session: Session = { presentedKey: '', renaming: false }
  try {
    const result = connect(client, config, session).then((sftp) => work(sftp, session))
    result.catch(() => undefined)
    return await Promise.race([result, failure])
  } catch (error) {
    throw faultOf(error, session, config)
  } finally {
    client.destroy()
  }
}

function connect(client: ssh2.Client, config: SftpConfig, session: Session): Promise<SFTPWrapper> {
  const { host, port, user, password, private_key, host_key } = config
  return new Promise((resolve, reject) => {
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))))
    client.connect({
      host,
      port,
      username: user,
      ...(password && { password }),
      ...(private_key && { privateKey: private_key }),
      readyTimeout: 15_000,
      hostVerifier: (key: Buffer) => {
        session.presentedKey = fingerprintOf(key)
        return session.presentedKey === host_key
      },
    })
  })
}

function faultOf(error: unknown, { presentedKey, renaming }: Session, { host_key }: SftpConfig): DeliveryFault {
  if (error instanceof DeliveryFault) return error
  const { message, level } = error as Error & { level?: string }
  const options = { cause: error }
  if (presentedKey !== '' && presentedKey !== host_key) return new DeliveryFault('HOST_KEY', presentedKey, options)
  const status = statusOf(error)
  if (level === 'client-authentication' || status === permissionDenied) {
    return new DeliveryFault('SIGN_IN', message, options)
  }
  // The library throws before it connects if it cannot read the private key.
  if (/privateKey|private key/i.test(message)) return new DeliveryFault('SIGN_IN', message, options)
  if (status !== null) return new DeliveryFault('REFUSED', message, options)
  // Without a response from the server, the file may have arrived.
  return new DeliveryFault(renaming ? 'UNCLEAR' : 'NO_CONNECTION', message, options)
}
