import type { fetchDetails } from '#modules/catalogue/index.ts'

/** The details page's data. */
export type Details = Awaited<ReturnType<typeof fetchDetails.run>>
