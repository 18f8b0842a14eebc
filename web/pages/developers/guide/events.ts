import type { GuidePage } from './guide-page.ts'

export const events: GuidePage = {
  slug: 'events',
  title: 'Events',
  lead: 'Find out what happened: poll for events, or have them delivered to your own endpoint.',
  sections: [
    {
      title: 'Poll for events',
      blocks: [
        'Events are kept for 30 days. Store `next` of each answer and send it as `after` the next time, also when no event came. An event names records by their ids and holds no name or address; read those with the calls of your key. You get the types whose permission your client holds.',
        {
          code: {
            curl: `curl --fail-with-body -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/events?limit=10"`,
            typescript: `import { createWaypost } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
let after: string | undefined
for (let more = true; more; ) {
  const page = await waypost.listEvents({ after, limit: 100 })
  for (const { id, type, data } of page.events) console.log(id, type, data)
  after = page.next ?? after
  more = page.has_more
}`,
            python: `import os
from waypost import Waypost

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
after, more = None, True
while more:
    page = waypost.list_events(after=after, limit=100)
    for event in page["events"]:
        print(event["id"], event["type"], event["data"])
    after, more = page["next"] or after, page["has_more"]`,
          },
        },
        'After 410 `EVENT_GONE` the event of `after` is older than 30 days: read the lists again, then start without `after`.',
      ],
    },
    {
      title: 'Types of events',
      blocks: [
        'Each event has `id`, `type`, `version`, `timestamp`, `livemode`, `organization_id`, `subject` and `data`. The permission is one that your client must have.',
        { events: 'all' },
      ],
    },
    {
      title: 'Have them delivered',
      blocks: [
        'An Admin adds an endpoint on the page of your client, or your program does with `createWebhookEndpoint`: an https address and the types that you want. The secret (`whsec_…`) is returned once.',
        {
          code: {
            curl: `curl --fail-with-body "$WAYPOST_SITE/api/webhook/create" \\
  -H "Authorization: Bearer $WAYPOST_KEY" -H "Content-Type: application/json" \\
  -d '{"url":"https://hooks.fleet.example/waypost","event_types":["course.passed","certificate.issued"]}'`,
            typescript: `const endpoint = await waypost.createWebhookEndpoint({
  url: 'https://hooks.fleet.example/waypost',
  event_types: ['course.passed', 'certificate.issued'],
})
console.log(endpoint.webhook_endpoint_id, 'store the secret:', endpoint.secret)`,
            python: `endpoint = waypost.create_webhook_endpoint(
    url="https://hooks.fleet.example/waypost",
    event_types=["course.passed", "certificate.issued"],
)
print(endpoint["webhook_endpoint_id"], "store the secret:", endpoint["secret"])`,
          },
        },
        {
          table: [
            ['Rule', 'Value'],
            ['An answer counts as received', 'status 200 to 299 within 10 seconds; redirects are not followed'],
            ['Any other answer', 'is tried again, for three days'],
            ['410', 'ends the endpoint until it is resumed'],
            ['Order', 'events of one `subject` arrive in their order'],
            ['More than once', 'may happen: remember `webhook-id`'],
          ],
        },
      ],
    },
    {
      title: 'Verify a webhook',
      blocks: [
        'Webhooks are signed according to Standard Webhooks: `webhook-signature` is `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, with the Base64-decoded bytes after `whsec_` as the key. Both clients verify it. While a secret is replaced, pass both.',
        {
          code: {
            typescript: `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifyWebhook, type WaypostEvent } from 'waypost-client'

const server = createServer(async (request, response) => {
  const event = await verifyWebhook(await text(request), request.headers, process.env.WAYPOST_SECRET!).catch(() => null)
  response.writeHead(event ? 204 : 400).end()
  if (event) await handle(event).catch(console.error)
})
async function handle(event: WaypostEvent): Promise<void> {
  if (event.type !== 'certificate.issued') return
  const { student_certificate_id } = event.data
  const file = await waypost.downloadCertificate({ student_certificate_id })
  console.log(student_certificate_id, file.size)
}
// server.listen(8080)`,
            python: `from http.server import BaseHTTPRequestHandler, HTTPServer
from waypost import WaypostEvent, WebhookError, verify_webhook

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(body, self.headers, os.environ["WAYPOST_SECRET"])
        except WebhookError:
            return self.send_error(400)
        self.send_response(204)
        self.end_headers()
        handle(event)

def handle(event: WaypostEvent) -> None:
    if event["type"] == "certificate.issued":
        number = event["data"]["student_certificate_id"]
        print(number, len(waypost.download_certificate(student_certificate_id=number)))

# HTTPServer(("", 8080), Receiver).serve_forever()`,
          },
        },
        'Respond within 10 seconds, and process the event afterward. In TypeScript and Python, `type` decides the fields of `data`. If your framework parses JSON by itself, take its raw body: the signature is over the bytes as they arrived.',
      ],
    },
  ],
}
