import type { GuidePage } from './guide-page.ts'

export const authentication: GuidePage = {
  slug: 'authentication',
  title: 'Authentication',
  lead: 'Use an API key, tokens that expire after an hour, or your own key pair.',
  sections: [
    {
      title: 'Keys',
      blocks: [
        'Send the key as `Authorization: Bearer wp_live_…`. It works until an Admin revokes it. A client can have two keys, so you can replace one without interruption: create the second, change your program, revoke the first.',
        'The last six characters of a key are a checksum, so secret scanners can find it with `wp_(live|test|token|test_token)_[0-9A-Za-z]{46}` without false alarms.',
      ],
    },
    {
      title: 'Tokens',
      blocks: [
        'With OAuth 2.0 client credentials, the key stays in one place and calls carry a token that expires after an hour. `scope` narrows the token to some permissions of the client. The metadata is at `/.well-known/oauth-authorization-server`.',
        {
          code: {
            curl: `curl --fail-with-body -u "$WAYPOST_CLIENT_ID:$WAYPOST_KEY" \\
  -d grant_type=client_credentials \\
  "$WAYPOST_SITE/oauth/token"`,
            typescript: `import { clientCredentials, createWaypost } from 'waypost-client'

const site = process.env.WAYPOST_SITE
const waypost = createWaypost({
  site,
  key: clientCredentials({
    site,
    clientId: process.env.WAYPOST_CLIENT_ID,
    key: process.env.WAYPOST_KEY,
  }),
})
console.log((await waypost.listStudents({ limit: 1 })).count)`,
            python: `import os
from waypost import Waypost

waypost = Waypost(
    os.environ["WAYPOST_SITE"],
    os.environ["WAYPOST_KEY"],
    client_id=os.environ["WAYPOST_CLIENT_ID"],
)
print(waypost.list_students(limit=1)["count"])`,
          },
        },
      ],
    },
    {
      title: 'Your own key pair',
      blocks: [
        'Enter one or two public keys (JWK) on the client’s page, then request tokens with a signed assertion (`private_key_jwt`, RFC 7523) instead of the key. Send `client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer` and `client_assertion`.',
        {
          table: [
            ['Claim', 'Value'],
            ['`iss`, `sub`', 'the id of the client'],
            ['`aud`', 'the address of the site, or of its `/oauth/token`'],
            ['`exp`', 'at most five minutes from now'],
            ['`jti`', 'an id that you never use again'],
          ],
        },
        'RS256, PS256, ES256 and EdDSA are accepted. Replacing the public keys revokes the tokens issued for assertions.',
      ],
    },
    {
      title: 'What a client may do',
      blocks: [
        'A client has the permissions that were ticked, at most those of the Admin who created it, and at most what Admins of its organization have now. It may be limited to some organizations, networks and a last day. It opens no page, and it never acts as a person.',
        'A revoked client is refused on its next call with 401 `CLIENT_UNKNOWN`. One that calls from another network gets 403 `CLIENT_NETWORK`.',
      ],
    },
  ],
}
