import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ProductText, productTextsPort } from '#modules/settings/translations/product-texts.ts'
import type { Log } from '#platform/log.ts'
import type { Text } from '#platform/texts.ts'
import type { IslandTexts } from './changed-texts.ts'

/** Reads a list written by the build, once; `missing` if it can't be read. */
function readOnce<T>(file: string, missing: T, log: Log): () => Promise<T> {
  let cached: Promise<T> | undefined
  const read = async (): Promise<T> => JSON.parse(await readFile(resolve('dist', file), 'utf8'))
  return () => {
    cached ??= read().catch((error) => {
      log.error('texts.not_listed', error)
      cached = undefined
      return missing
    })
    return cached
  }
}

/** The product's texts, as listed by the build. */
export const builtTexts = (log: Log): NonNullable<typeof productTextsPort.of> =>
  readOnce<ProductText[]>('texts.json', [], log)

/** The texts of each island, as listed by the build. */
export function builtIslandTexts(log: Log): IslandTexts {
  const texts = readOnce<ProductText[]>('texts.json', [], log)
  const islands = readOnce<Record<string, number[]>>('island-texts.json', {}, log)
  return async (island) => {
    const [all, byIsland] = await Promise.all([texts(), islands()])
    return byIsland[island]?.flatMap((index): Text[] => {
      const text = all[index]
      return text ? [[text.english, text.spanish]] : []
    })
  }
}
