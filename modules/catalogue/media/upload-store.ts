import { mkdir, open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, Upload } from '@tus/server'
import { port } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** Files being uploaded, on this server's disk. */
export type UploadStore = {
  /** Prepares an upload; the bytes arrive by the tus protocol at `/uploads/{upload_id}`. */
  prepare(upload_id: string, size: number): Promise<void>
  /** Bytes received so far; null for an unknown upload. */
  receivedBytes(upload_id: string): Promise<number | null>
  path(upload_id: string): string
  remove(upload_id: string): Promise<void>
  /** Handles a HEAD or PATCH of the protocol. Callers must check the access. */
  receive(request: Request): Promise<Response>
}

export const uploadStore = port<UploadStore>('catalogue.upload-store')

const uploadIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function requireUploadId(upload_id: string): string {
  if (!uploadIdPattern.test(upload_id)) throw errors.notFound()
  return upload_id
}

/** Creates an empty file if missing; a second tab that starts the same upload must not truncate it. */
async function createIfMissing(path: string): Promise<void> {
  try {
    await (await openFile(path, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

/** Opens the store in a folder, which all processes of a server may share. */
export function openUploads(folder: string): UploadStore {
  let instance: { store: FileStore; server: Server } | undefined
  // The folder is created with the first file: most processes never receive one.
  const open = () => {
    if (instance) return instance
    const store = new FileStore({ directory: folder })
    const server = new Server({
      path: '/uploads',
      datastore: store,
      relativeLocation: true,
      // The library reads the id from the end of the address, even of a query; access was checked for the path.
      getFileIdFromRequest: ({ url }) => {
        const id = new URL(url).pathname.split('/').at(-1)!
        return uploadIdPattern.test(id) ? id : undefined
      },
    })
    instance = { store, server }
    return instance
  }
  const path = (upload_id: string) => join(folder, requireUploadId(upload_id))
  const findOffset = (upload_id: string) =>
    open()
      .store.getUpload(requireUploadId(upload_id))
      .then(
        ({ offset }) => offset,
        () => null,
      )
  return {
    path,
    async prepare(upload_id, size) {
      const { store } = open()
      await mkdir(folder, { recursive: true })
      await createIfMissing(path(upload_id))
      if ((await findOffset(upload_id)) !== null) return
      const creation_date = new Date().toISOString()
      await store.configstore.set(upload_id, new Upload({ id: upload_id, size, offset: 0, creation_date }))
    },
    receivedBytes: findOffset,
    async remove(upload_id) {
      await rm(path(upload_id), { force: true })
      await rm(`${path(upload_id)}.json`, { force: true })
    },
    receive: (request) => open().server.handleWeb(request),
  }
}
