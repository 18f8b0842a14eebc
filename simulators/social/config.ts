export const simulatorClients = {
  google: { client_ids: ['waypost.apps.simulator'], client_secret: 'google-simulator' },
  facebook: { app_id: '1000001', app_secret: 'facebook-simulator' },
} as const

/** The two providers, configured for the simulator at `url`. */
export const simulatedSocial = (url: string) => ({
  google: {
    ...simulatorClients.google,
    urls: {
      authorize: `${url}/google/o/oauth2/v2/auth`,
      token: `${url}/google/token`,
      keys: `${url}/google/certs`,
      issuers: [`${url}/google`],
    },
  },
  facebook: {
    ...simulatorClients.facebook,
    urls: { dialog: `${url}/facebook`, graph: `${url}/facebook` },
  },
})
