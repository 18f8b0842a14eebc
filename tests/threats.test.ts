import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** What somebody would do, and what the server makes of it: one sentence each, in the order of their numbers. */
const threats = [
  "Signing in with somebody's e-mail address in the name of a provider: its signed token decides, nothing else.",
  'Signing up as staff: no public call writes a role, a status or any column that it does not name.',
  'Flags instead of a password: none stands in for it, and a role only narrows.',
  'Trying stolen passwords: counted by account, network, browser and in all, without locking the owner out.',
  'Asking who is a customer: the known and the unknown get one answer, by the same work.',
  "Setting somebody's second factor: the server makes the secret, for the own session alone.",
  'Using the handle of a half sign-in: it is good for its code and nothing else.',
  'Replaying a code, or guessing it: each counts once, and tries are few.',
  "Catching a link for a new password: short-lived, used once, and its address is not the request's.",
  "Reaching another account by linking or switching: both are proved, one way, never into staff's rights.",
  "Signing in with somebody's order: the code in its mailbox is needed, and emails are few.",
  'Going on with an old session: every reason to end it holds with the next request.',
  'Planting or reading a session cookie from a sibling site: it is bound to its host.',
  'Making a browser act from a foreign page: whatever changes something is refused.',
  'Leading people away by a redirect: only paths of the same site are followed.',
  'Viewing as somebody above, elsewhere or within a view: refused, and a view ends by itself.',
  "Acting under another's name: the audit log holds who views and who is viewed.",
  'Doing for a student what only the student may: refused while viewing.',
  'Granting what one lacks: nobody gains a right that the granter has not.',
  "Naming another tenant's record: it does not exist.",
  'Choosing a tenant by the address: the host chooses, membership decides.',
  'Reading hidden columns through a list: columns, operators and cursors are enumerated and bound.',
  'Taking more out by an export than the list shows, or a formula, or unnoticed: the same rows, as texts, with a mark.',
  'Markup in announcements: shown as it was written, or cleaned.',
  'Guessing an invitation or a referral: the one is 256 bits and used once, the other gives no right.',
  'Naming another price: the server prices the stored cart, and what a request says is only compared.',
  "Paying with somebody else's card: cards belong to the account of the session.",
  'Paying twice by a double click, a second tab or a replay: one intent is charged once.',
  'Giving back more than was paid, twice, or elsewhere: the sums are those of the rows, under their lock.',
  'Getting a course for nothing: an enrolment comes of a payment, a key, an invoice or staff alone.',
  'Trying promo codes, or using one more often than it may be: tries are few, uses are counted under a lock.',
  'Guessing or sharing an authorization key: 80 random bits, redeemed once.',
  'Sending card numbers to us: they are refused, and stand nowhere.',
  'Trying stolen cards: a captcha for guests, and few refusals per purchase and address.',
  "Reading somebody else's cart or receipt: each has its owner or a secret.",
  'Forging, repeating or reordering notifications of a gateway: signed, kept once, and only a hint to ask.',
  "Making an account on somebody's address: nothing of it survives the owner's first reset, nothing is added before.",
  'Sending email to strangers, or so much that what matters is lost: changes are few, all email is counted.',
  'Passing for somebody else by letters that look alike or cannot be seen: one script, nothing hidden.',
  'Filling the memory with large pictures: they are bounded before they are decoded, and drawn one at a time.',
  'Guessing a secret by the length of a compressed answer: a page of a person is not compressed for another site.',
  'Reaching up from an organization below: rights go down the tree, never up.',
  "Sharing somebody's address: each account stays its owner's, and an email says which one it is about.",
  "Grading one's own course, or over somebody's grade: a grader is somebody else and has seen the latest version.",
  "Reading or replacing somebody's documents: each is reached through its course, and is saved, never shown in place.",
  'Changing a certificate unseen, or printing a second one: each version is kept, and the old one names the new.',
  'Passing by an identity check: what is due is decided here, and nothing of the course answers until it is passed.',
  'Guessing personal answers: tries are counted first, time is the database’s, and no answer is told or kept readable.',
  'Earning seat time without its student: verification earns none, and idle time ends it.',
] as const

const root = resolve(import.meta.dirname, '..')
const title = /^\s*(?:\]\))?(?:(?:test|it|describe)\b.*?)?\(?(['"`])T-(\d\d): (.*?)\1,/gm
type Proof = { number: number; file: string; says: string }

async function proofs(): Promise<Proof[]> {
  const found: Proof[] = []
  for await (const file of glob('{modules,platform,web,jobs,tests}/**/*.test.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, , number, says] of text.matchAll(title)) found.push({ number: Number(number), file, says: says! })
  }
  return found.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
}

const numberOf = (at: number) => `T-${String(at + 1).padStart(2, '0')}`

function chapter(sentence: string, at: number, all: readonly Proof[]): string {
  const own = all.filter(({ number }) => number === at + 1)
  const files = [...new Set(own.map(({ file }) => file))].map((file) => {
    const says = own.filter((proof) => proof.file === file).map((proof) => `  - ${proof.says}`)
    return [`- \`${file}\``, ...says].join('\n')
  })
  return [`## ${numberOf(at)}`, '', sentence, '', ...files].join('\n')
}

test('every threat is proved by a test whose title begins with its number', async () => {
  const proved = new Set((await proofs()).map(({ number }) => number))
  expect(threats.map((_, at) => at + 1).filter((number) => !proved.has(number))).toEqual([])
})

test('docs/threats.md says where (vitest -u writes it anew)', async () => {
  const all = await proofs()
  const head = `# Threats and their proofs

What accounts, sessions, tenants, lists and money are attacked by, and the tests that show what comes of it. Written by
\`tests/threats.test.ts\` from the titles of all tests: \`npx vitest run --project unit tests/threats.test.ts -u\`.`
  const text = [head, ...threats.map((sentence, at) => chapter(sentence, at, all))].join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('../docs/threats.md')
})
