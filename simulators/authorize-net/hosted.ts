import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { SimulatorBindings } from '#simulators/payments/answer.ts'
import { readCard } from './cards.ts'
import { addCharge, type SimState } from './ledger.ts'
import { storeBank, storeCard } from './vault.ts'
import { TransactionRequest } from './wire.ts'

const Settings = z.object({ setting: z.array(z.object({ settingName: z.string(), settingValue: z.string() })) })
const Form = z.object({ token: z.string(), choice: z.string().optional() })
const testCard = readCard({ cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' })

function settingOf(settings: unknown, name: string): string {
  const { setting } = Settings.parse(settings)
  return setting.find(({ settingName }) => settingName === name)?.settingValue ?? ''
}

const hostedPage = (title: string, token: string, label: string, bank = '') => html`<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    <form method="post">
      <input type="hidden" name="token" value="${token}" />
      <p><button name="choice" value="go">${label}</button></p>
      ${bank && html`<p><button name="choice" value="bank">${bank}</button></p>`}
      <p><button name="choice" value="back">Go back</button></p>
    </form>
  </body>
</html>`

/** The gateway's own pages, with a test card instead of fields; `save` stores the changes. */
export function addHostedPages(app: Hono<SimulatorBindings>, state: SimState, now: () => number, save: () => void) {
  app.post('/customer/manage', async (c) => {
    const { token, choice } = Form.parse(await c.req.parseBody())
    const page = state.hosted[token]
    if (!page?.customer) return c.text('This token is not known.', 404)
    const banks = settingOf(page.settings, 'hostedProfilePaymentOptions') === 'showAll'
    if (!choice)
      return c.html(hostedPage('Simulated card page', token, 'Add Visa 1111', banks ? 'Add bank account 6789' : ''))
    if (choice === 'go') storeCard(state, page.customer, testCard)
    if (choice === 'bank' && banks) storeBank(state, page.customer, '6789')
    save()
    return c.redirect(settingOf(page.settings, 'hostedProfileReturnUrl'), 303)
  })
  app.post('/payment/payment', async (c) => {
    const { token, choice } = Form.parse(await c.req.parseBody())
    const page = state.hosted[token]
    if (!page?.request) return c.text('This token is not known.', 404)
    if (!choice) return c.html(hostedPage('Simulated payment page', token, 'Pay with Visa 1111'))
    const { url, cancelUrl } = JSON.parse(settingOf(page.settings, 'hostedPaymentReturnOptions'))
    if (choice !== 'go') return c.redirect(cancelUrl, 303)
    const { amount = '0', order } = TransactionRequest.parse(page.request)
    const sum = { attempt: order?.invoiceNumber ?? '', amount_cents: Math.round(Number(amount) * 100) }
    addCharge(state, { ...sum, card: testCard, zip: '', print: token }, 'approve', now())
    delete state.hosted[token]
    save()
    return c.redirect(url, 303)
  })
}
