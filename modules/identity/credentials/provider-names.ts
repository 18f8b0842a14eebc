/** The services that people can sign in with. */
export const providerNames = ['google', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]
