/** The services that people can sign in with. */
export const providerNames = ['google', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]

/** Accounts that open an account here: of these services, and of the person's organization at its own provider. */
export const linkedProviders = [...providerNames, 'organization'] as const
export type LinkedProvider = (typeof linkedProviders)[number]
