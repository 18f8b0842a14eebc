import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { actionNames, sentenceOf } from './actions.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('{modules,jobs,web,platform}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.(test|fixture)\.tsx?$|authorize-net/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Actions with names composed in the code. */
const composed = [
  'certificate.markShipped',
  'certificate.restore',
  'certificate.withdraw',
  'certificateNumbers.remove',
  'certificateNumbers.void',
  'payment.declined',
  'payment.failed',
  'payment_method.remove',
  'payment_method.default',
  'report.accepted',
  'report.rejected',
  'security.pass',
  'security.unlock',
  'security.waive-device',
  'security.waive-phone',
  'security.waive-typing',
  'ticket.join',
  'ticket.visitor',
]

/** Every action in the source: `audit: 'x'`, `action: 'x.y'` in an entry, or an argument of course auditing. */
const sourceActions = sources.flatMap(({ text }) =>
  [...text.matchAll(/\b(?:(?:audit|action): |audit(?:Course|Changes)\(\w+, )'([\w-]+\.[\w.-]+)'/g)].map(
    (match) => match[1]!,
  ),
)
const exports = manifests
  .flatMap(({ grids = [] }) => grids)
  .map(({ calls }) => calls.export.slice(5).replaceAll('/', '.'))

test('every audited action has a sentence in both languages', () => {
  const usedNames = [...new Set([...sourceActions, ...exports, ...composed])].filter((action) => action !== 'mail.sent')
  expect(usedNames.filter((action) => !actionNames.includes(action))).toEqual([])
  for (const action of actionNames)
    for (const locale of ['en-us', 'es-es'] as const) expect(sentenceOf(action, locale), action).toMatch(/\.$/)
})

test('no sentence exists for an unused action', () => {
  const actions = new Set([...sourceActions, ...exports, ...composed])
  expect(actionNames.filter((action) => !actions.has(action))).toEqual([])
})

test('each action has exactly one sentence', () => {
  expect(actionNames).toHaveLength(new Set(actionNames).size)
})

test('emails are sent in one place, which records them in the audit log', () => {
  const senders = sources
    .filter(({ path, text }) => /sendWithinLimits\(|use\(mailPort\)/.test(text) && !path.startsWith('platform/mail/'))
    .map(({ path }) => path)
  // A test message goes to the waiting person, and is recorded as one in the audit log.
  expect(senders).toEqual(['jobs/send-email.ts', 'modules/backoffice/emails/try-email.ts'])
})
