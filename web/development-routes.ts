import type { Hono } from 'hono'
import { openPaypalSimulator, openSimulator } from '#modules/checkout/simulators.ts'
import { openSocialSimulator, openStorefrontSimulator } from '#modules/identity/simulators.ts'
import { openAgencySimulator } from '#modules/learning/simulators.ts'
import { openExamSimulator, openPhoneSimulator } from '#modules/security/simulators.ts'
import type { Env } from '#platform/env.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { mailboxRoutes } from '#platform/mail/mailbox-routes.ts'
import { simulatesExams } from './exam-services.ts'
import { simulatesProviders, simulatesStorefront } from './identity-services.ts'
import { ownUrl, simulatesPaypal } from './payment-services.ts'
import { simulatesPhones } from './phone-services.ts'
import type { Opened } from './services.ts'

/** The mailbox of a development server, and a simulator for every external service without an account. */
export function addDevelopmentRoutes(app: Hono<HttpEnv>, env: Env, { mailbox }: Opened): void {
  if (mailbox) app.route('/dev/mailbox', mailboxRoutes(mailbox))
  for (const [path, simulator] of simulatorsOf(env)) app.route(path, simulator as unknown as Hono<HttpEnv>)
}

function* simulatorsOf(env: Env): Generator<[string, unknown]> {
  const { production, DATA_DIR } = env
  if (!env.AUTHORIZE_NET_URL) yield ['/dev/gateway', openSimulator({ production, folder: `${DATA_DIR}/gateway` }).app]
  if (simulatesPaypal(env)) {
    const url = () => ownUrl(env, '/dev/paypal')
    yield ['/dev/paypal', openPaypalSimulator({ production, url, folder: `${DATA_DIR}/paypal` }).app]
  }
  if (simulatesExams(env)) {
    const url = () => ownUrl(env, '/dev/exams')
    yield ['/dev/exams', openExamSimulator({ production, url, push: (path) => ownUrl(env, path) }).app]
  }
  if (simulatesPhones(env)) {
    const tell = (url: string, headers: Record<string, string>, body: string) =>
      fetch(url, { method: 'POST', headers, body }).catch(() => null)
    yield ['/dev/phones', openPhoneSimulator({ production, tell }).app]
  }
  if (!env.REPORT_DROP_DIR) yield ['/dev/agency', openAgencySimulator({ production }).app]
  // People at a simulated provider, and an order to sign in with.
  if (simulatesProviders(env)) {
    const url = () => ownUrl(env, '/dev/social')
    yield ['/dev/social', openSocialSimulator({ production, url }).app]
  }
  if (simulatesStorefront(env)) {
    const shop = openStorefrontSimulator({ production })
    for (const email of ['olivia@example.com', 'oscar@example.com']) shop.place({ email })
    yield ['/dev/storefront', shop.app]
  }
}
