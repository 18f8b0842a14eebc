import { port } from '#platform/ctx.ts'

/** A text of the product that can be translated, with the places where it is written. */
export type ProductText = {
  key: string
  english: string
  spanish: string
  places: readonly string[]
  /** The addresses of the pages that show it, where that can be told. */
  pages: readonly string[]
}

/** All of them, by key; found when the product is built. */
export const productTextsPort = port<() => Promise<readonly ProductText[]>>('productTexts')
