/** The languages of the examples. */
export const codeLanguages = ['curl', 'typescript', 'python'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** An example in each language. `tests/developer-guide.test.ts` runs all of them in the order of their pages. */
export type Example = { readonly [L in CodeLanguage]?: string }

/**
 * A paragraph, a list, rows of a table with the heading first, an example, or the table of all types of
 * events. Texts may contain `code` and [links](/path).
 */
export type Block =
  | string
  | { list: readonly string[] }
  | { table: readonly (readonly string[])[] }
  | { code: Example }
  | { events: 'all' }

export type GuidePage = {
  slug: string
  title: string
  lead: string
  sections: readonly { title: string; blocks: readonly Block[] }[]
}
