/** The client that an organization registers at the simulated provider. */
export const openidClient = {
  client_id: 'waypost.openid.simulator',
  client_secret: 'openid simulator: 100% secret',
} as const

/** The simulated provider's values for an organization's settings. */
export const simulatedOpenid = (url: string) => ({ issuer: url, ...openidClient })
