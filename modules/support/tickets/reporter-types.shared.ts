/** For whom a ticket can be opened, by the entity types of the contract. */
export const reporterTypes = { person: 1, organization: 4 } as const
