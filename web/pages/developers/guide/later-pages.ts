import type { GuidePage } from './guide-page.ts'

export const singleSignOn: GuidePage = {
  slug: 'single-sign-on',
  title: 'Single sign-on',
  lead: 'Not available to programs yet: how your students sign in today.',
  sections: [
    {
      title: 'Today',
      blocks: [
        'A student whom you add gets a welcome email and chooses a password, or signs in by a link by email, a passkey, or an account of Google, Microsoft, Apple or another service that the school has set up.',
        'A program cannot make a link that signs a student in, and your own identity provider cannot be connected yet. Don’t build on a student’s password: clients never act as a person.',
      ],
    },
  ],
}

export const events: GuidePage = {
  slug: 'events',
  title: 'Events',
  lead: 'What changed, and how to hear of it.',
  sections: [
    {
      title: 'Ask for changes',
      blocks: [
        'Ask at the pace that you need, at most once a minute, for what is new: lists can be filtered by their dates. Remember the newest row that you have seen; the same row may come again.',
        {
          code: {
            curl: `curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  -d show=all -d issued_at=last:1 "$WAYPOST_SITE/api/certificate/fetch"`,
            typescript: `import { createWaypost } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
for await (const one of waypost.each('listCertificates', { show: 'all', issued_at: ['last:1'] })) {
  console.log(one.certificate_number)
}`,
            python: `import os
from waypost import Waypost

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
for one in waypost.list_certificates_all(show="all", issued_at=["last:1"]):
    print(one["certificate_number"])`,
          },
        },
      ],
    },
    {
      title: 'Verify a webhook',
      blocks: [
        'Webhooks are signed by Standard Webhooks: `webhook-signature` is `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, with the bytes behind `whsec_` as the key. Both clients verify it. The calls of webhooks are in the [reference](/developers/reference) where your site has them.',
        {
          code: {
            typescript: `import { verifyWebhook } from 'waypost-client'

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.WAYPOST_SECRET!)
    console.log(event)
    return new Response(null, { status: 204 })
  } catch {
    return new Response(null, { status: 400 })
  }
}`,
            python: `from waypost import WebhookError, verify_webhook

def receive(body: bytes, headers: dict[str, str], secret: str) -> int:
    try:
        print(verify_webhook(body, headers, secret))
        return 204
    except WebhookError:
        return 400`,
          },
        },
        'Answer within seconds and work later. The same delivery may come twice: remember `webhook-id`.',
      ],
    },
  ],
}

export const goingLive: GuidePage = {
  slug: 'going-live',
  title: 'Going live',
  lead: 'A list to go through before your first real driver.',
  sections: [
    {
      title: 'Check',
      blocks: [
        {
          list: [
            'The key is in your store of secrets, and a second person knows how to replace it.',
            'The client has only the permissions that it uses, the networks of your servers, and a contact address that people read.',
            'Every change has an idempotency key or a `request_id` of your own.',
            'Your program waits as long as `Retry-After` says, and logs `x-request-id` of refusals.',
            'Unknown fields of answers are ignored: new ones may appear at any time.',
            'You read the headers `Deprecation` and `Sunset`, and the [changelog](/developers/changelog).',
          ],
        },
      ],
    },
    {
      title: 'There is no sandbox yet',
      blocks: [
        'Keys that begin with `wp_test_` do not exist yet. Ask the school for an organization of its own for your tests. Enrollments there are real rows, and end on an invoice unless the school deletes it.',
      ],
    },
    {
      title: 'Certificates of others',
      blocks: [
        'A court or an insurer needs no key to check a certificate: `checkCertificate` takes the code printed on it. An unknown code is refused with 404 `UNKNOWN_CERTIFICATE`.',
      ],
    },
  ],
}
