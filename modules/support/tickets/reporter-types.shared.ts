/** Who a ticket can be opened for, by the contract's entity types. */
export const reporterTypes = { person: 1, organization: 4 } as const
