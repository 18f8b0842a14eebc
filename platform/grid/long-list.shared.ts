/** Lists from this length on are exported in the background: people don't have to wait, and may close the tab. */
export const longExportRows = 50_000
