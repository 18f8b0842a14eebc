import { html, raw } from 'hono/html'
import type { StoredEmail } from '#platform/mail/mailbox.ts'

const mailboxPath = '/dev/mailbox'

const pageStyle = raw(`:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; vertical-align: top }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 44rem; border: 1px solid #8886; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8886; padding: 1rem }
time { white-space: nowrap }`)

const page = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${pageStyle}</style></head>
<body>${body}</body>
</html>`

const when = (at: string) => html`<time datetime="${at}">${at.replace('T', ' ').slice(0, 19)}</time>`

/** The emails, newest first. */
export function listPage(emails: StoredEmail[]) {
  const rows = emails.map(
    ({ id, at, to, subject }) =>
      html`<tr><td>${when(at)}</td><td>${to}</td><td><a href="${mailboxPath}/${id}">${subject || '(no subject)'}</a></td></tr>`,
  )
  const table = html`<table><thead><tr><th>Sent (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody></table>`
  const empty = html`<p>No emails yet. Emails from Waypost will appear here.</p>`
  return page('Mailbox', html`<main><h1>Mailbox</h1>${emails.length > 0 ? table : empty}</main>`)
}

/** One email: headers, attachments, its HTML in a sandboxed frame, and its text. */
export function emailPage({ id, at, from, to, subject, dedupe_key, text, attachments = [] }: StoredEmail) {
  const files = attachments.map(
    ({ name, content_type, bytes }, place) =>
      html`<dd><a href="${mailboxPath}/${id}/attachments/${place}">${name}</a> (${content_type}, ${bytes.byteLength} bytes)</dd>`,
  )
  return page(
    subject,
    html`<p><a href="${mailboxPath}">Mailbox</a></p>
<main><h1>${subject || '(no subject)'}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd><dt>Sent (UTC)</dt><dd>${when(at)}</dd><dt>About</dt><dd>${dedupe_key}</dd>
${files.length > 0 ? html`<dt>Attachments</dt><div>${files}</div>` : ''}</dl>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mailboxPath}/${id}/html" title="Email"></iframe>
<h2>Plain text</h2><pre>${text}</pre></main>`,
  )
}
