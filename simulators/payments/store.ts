import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the simulator's ledger survives the process: the whole state as one text, written only where it is kept. */
export type SimulatorStore = { load(): string | null; save(write: () => string): void }

/** Keeps nothing; for tests. */
export const memoryStore = (): SimulatorStore => ({ load: () => null, save: () => {} })

/** One JSON file under a folder. Written aside and renamed, so that a killed process leaves a whole file. */
export function fileStore(folder: string): SimulatorStore {
  const path = join(folder, 'gateway-simulator.json')
  return {
    load() {
      try {
        return readFileSync(path, 'utf8')
      } catch {
        return null
      }
    },
    save(write) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${path}.new`, write())
      renameSync(`${path}.new`, path)
    },
  }
}
