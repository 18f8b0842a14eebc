import type { Page } from 'playwright-core'

/** Gives the page a virtual authenticator; `answer` says whether its owner touches it when asked. */
export async function addAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<void>> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('WebAuthn.enable')
  const key = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const options = { ...key, isUserVerified: true, automaticPresenceSimulation: true }
  const { authenticatorId } = await wire.send('WebAuthn.addVirtualAuthenticator', { options })
  return async (enabled) => {
    await wire.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
}
