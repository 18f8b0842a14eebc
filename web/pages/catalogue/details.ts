import type { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'

/** What the details page shows. */
export type Details = Awaited<ReturnType<typeof fetchDetails.run>>
