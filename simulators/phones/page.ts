import type { Context } from 'hono'
import { html } from 'hono/html'

/** A message or call received by the simulated phone. */
export type ReceivedMessage = {
  sid: string
  kind: 'text' | 'call'
  to: string
  text: string
  at: Date
  callback_url: string
  status: string
}

/** The possible outcomes of a message. */
export const outcomes = {
  text: { delivered: 'Deliver', undelivered: 'Lose it' },
  call: { completed: 'Take the call', 'no-answer': "Don't answer" },
} as const

/** The inbox of all simulated phones, newest first. */
export const inboxPage = (c: Context, messages: readonly ReceivedMessage[]) =>
  c.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>Phones (simulated)</title>
  </head>
  <body>
    <main>
      <h1>Phones (simulated)</h1>
      ${messages.length === 0 ? html`<p>Text messages and calls will appear here.</p>` : ''}
      ${messages.map(
        ({ sid, kind, to, text, at, status }) => html`<article>
          <h2>${kind === 'text' ? 'Text message' : 'Call'} to ${to}</h2>
          <p>${at.toISOString()}, ${status}</p>
          <p>${text}</p>
          <form method="post">
            <input type="hidden" name="sid" value="${sid}" />
            ${Object.entries(outcomes[kind]).map(
              ([outcome, label]) => html`<button name="outcome" value="${outcome}">${label}</button> `,
            )}
          </form>
        </article>`,
      )}
    </main>
  </body>
</html>`)
