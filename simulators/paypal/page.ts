import { html } from 'hono/html'
import type { SimOrder } from './ledger.ts'

const choices = [
  ['approve', 'Approve and pay'],
  ['decline', 'Approve, but the instrument is declined'],
  ['held', 'Approve, but the payment is held for review'],
  ['cancel', 'Cancel and go back'],
] as const

/** The page where the simulated wallet asks the buyer. */
export const approvePage = ({ id, description, amount_cents }: SimOrder) => html`<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width" />
    <title>Simulated PayPal</title>
  </head>
  <body>
    <h1>Simulated PayPal</h1>
    <p>${description}: $${(amount_cents / 100).toFixed(2)}</p>
    <form method="post">
      <input type="hidden" name="token" value="${id}" />
      ${choices.map(([value, label]) => html`<p><button name="choice" value="${value}">${label}</button></p>`)}
    </form>
  </body>
</html>`
