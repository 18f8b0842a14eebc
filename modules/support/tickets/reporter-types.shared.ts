/** The possible reporters of a ticket, by the contract's entity types. */
export const reporterTypes = { person: 1, organization: 4 } as const
