import type { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'

/** The details page's data. */
export type Details = Awaited<ReturnType<typeof fetchDetails.run>>
