import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The store in which the simulator's ledger survives the process: the whole state as one text. */
export type SimulatorStore = { load(): string | null; save(write: () => string): void }

/** Stores nothing; for tests. */
export const memoryStore = (): SimulatorStore => ({ load: () => null, save: () => {} })

/** One JSON file in a folder. Written aside and renamed, so that a killed process leaves a complete file. */
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
