import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DeliveryFault,
  type DeliveryWay,
  type OutgoingFile,
} from '#modules/learning/reporting/agencies/delivery/delivery.ts'
import { writeWhole } from '#modules/learning/reporting/file-drop.ts'

/** Places files in the server's folder for reports. A failed write is tried again. */
export function openFolder(folder: string | null): DeliveryWay {
  const place = () => {
    if (folder === null) throw new DeliveryFault('NOT_ALLOWED', 'this installation has no folder for reports')
    return folder
  }
  /** Whether the file is there with this content; null if no file has this name. */
  async function compare({ name, bytes }: OutgoingFile): Promise<boolean | null> {
    const there = await readFile(join(place(), name)).catch(nullIfAbsent)
    return there === null ? null : there.equals(bytes)
  }
  return {
    async deliver(file) {
      const isSame = await compare(file)
      if (isSame === false) throw new DeliveryFault('EXISTS', file.name)
      if (isSame === null) await writeWhole(place(), file.name, file.bytes).catch(noFolder)
      return file.name
    },
    async find(file) {
      return (await compare(file)) ? file.name : null
    },
    async test() {
      return place()
    },
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  return noFolder(error)
}

function noFolder(error: NodeJS.ErrnoException): never {
  throw new DeliveryFault('NO_CONNECTION', error.code ?? 'the folder cannot be used', { cause: error })
}
