import { port } from '#platform/ctx.ts'

/** A translatable text of the product, with its places in the source. */
export type ProductText = {
  key: string
  english: string
  spanish: string
  places: readonly string[]
  /** The addresses of pages that show it, if they can be determined. */
  pages: readonly string[]
}

/** All texts by key, collected when the product is built. */
export const productTextsPort = port<() => Promise<readonly ProductText[]>>('productTexts')
