/** From here on a list is exported in the background: a person does not wait for it, and its tab may close. */
export const longExportRows = 50_000
