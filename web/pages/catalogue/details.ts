import type { fetchDetails } from '#modules/catalogue/index.ts'

/** What the details page shows. */
export type Details = Awaited<ReturnType<typeof fetchDetails.run>>
