import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DeliveryChannel,
  DeliveryFault,
  type OutgoingFile,
} from '#modules/learning/reporting/agencies/delivery/delivery.ts'
import { writeAtomically } from '#modules/learning/reporting/file-drop.ts'

/** Places files in the server's folder for reports. A failed write is retried. */
export function openFolder(folder: string | null): DeliveryChannel {
  const requireFolder = () => {
    if (folder === null) throw new DeliveryFault('NOT_ALLOWED', 'this installation has no folder for reports')
    return folder
  }
  /** Whether a file with this name has the same content; null if no such file exists. */
  async function compare({ name, bytes }: OutgoingFile): Promise<boolean | null> {
    const existing = await readFile(join(requireFolder(), name)).catch(nullIfAbsent)
    return existing === null ? null : existing.equals(bytes)
  }
  return {
    async deliver(file) {
      const isSame = await compare(file)
      if (isSame === false) throw new DeliveryFault('EXISTS', file.name)
      if (isSame === null) await writeAtomically(requireFolder(), file.name, file.bytes).catch(throwNoConnection)
      return file.name
    },
    async find(file) {
      return (await compare(file)) ? file.name : null
    },
    async test() {
      return requireFolder()
    },
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  return throwNoConnection(error)
}

function throwNoConnection(error: NodeJS.ErrnoException): never {
  throw new DeliveryFault('NO_CONNECTION', error.code ?? 'the folder is not accessible', { cause: error })
}
