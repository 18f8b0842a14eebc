import type { LoadIsland } from './boot.client.ts'
import { islandName } from './island-name.ts'

/** Loads islands from Vite's modules by path (`import.meta.glob`). */
export function loadFrom(files: Readonly<Record<string, () => Promise<unknown>>>): LoadIsland {
  const modules = new Map(
    Object.entries(files).map(([path, load]) => [islandName(path), load as () => ReturnType<LoadIsland>]),
  )
  return (mark) => modules.get(mark.getAttribute('name')!)!()
}
