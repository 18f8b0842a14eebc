import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Each attack and the server's defense, one sentence each, in the order of their numbers. */
const threats = [
  "Signing in with another person's email address in the name of a provider: only the provider's signed token decides.",
  'Signing up as staff: no public call writes a role, a status or any column that it does not name.',
  'Sending flags instead of a password: no flag replaces it, and a role only narrows.',
  'Trying stolen passwords: tries are counted by account, network, browser and in total, without locking the owner out.',
  'Finding out who is a customer: known and unknown addresses get the same answer, by the same work.',
  "Setting another person's second factor: the server creates the secret, only for the caller's own session.",
  'Using the handle of an unfinished sign-in: it is good for its code and nothing else.',
  'Replaying or guessing a code: each counts once, and tries are few.',
  "Catching a link for a new password: it is short-lived, works once, and its address is not the request's.",
  'Reaching another account by linking or switching: both accounts are proved, one way, never into the rights of staff.',
  "Signing in with another person's order: the code in its mailbox is needed, and emails are limited.",
  'Continuing with an old session: every reason to end it takes effect with the next request.',
  'Planting or reading a session cookie from a sibling site: it is bound to its host.',
  'Making a browser act from another site: every change is refused.',
  'Leading people away by a redirect: only paths of the same site are followed.',
  'Viewing as a person with more rights, elsewhere or within a view: refused, and a view ends by itself.',
  "Acting under another person's name: the audit log records who views and who is viewed.",
  'Doing for a student what only the student may do: refused while viewing.',
  'Granting a right one does not have: no one gains a right that the granter lacks.',
  "Naming another tenant's record: it does not exist.",
  'Choosing a tenant by the address: the host chooses, membership decides.',
  'Reading hidden columns through a list: columns, operators and cursors are enumerated and bound.',
  'Exporting more than the list shows, a formula, or without a trace: the same rows, no formulas, with a mark.',
  'Markup in announcements: shown as it was written, or cleaned.',
  'Guessing an invitation or a referral: an invitation is 256 bits and works once, a referral grants no rights.',
  'Naming another price: the server prices the stored cart, and only compares what a request says.',
  "Paying with another person's card: cards belong to the account of the session.",
  'Paying twice by a double click, a second tab or a replay: one intent is charged once.',
  'Refunding more than was paid, twice, or elsewhere: the amounts are those of the rows, under their lock.',
  'Getting a course for nothing: an enrollment comes only from a payment, a key, an invoice or staff.',
  'Trying promo codes, or using one too often: tries are limited, uses are counted under a lock.',
  'Guessing or sharing an authorization key: 80 random bits, redeemed once.',
  'Sending card numbers to us: they are refused and stored nowhere.',
  'Trying stolen cards: a captcha for guests, and few declines for each cart, account and address.',
  "Reading another person's cart or receipt: each has its owner or a secret.",
  'Forging, repeating or reordering notifications of a gateway: signed, stored once, and only a hint to ask.',
  "Making an account with another person's address: nothing of it survives the owner's first reset, or is added before.",
  'Sending email to strangers, or so much that important email is lost: changes are few, all email is counted.',
  'Impersonation by letters that look alike or are invisible: one script, nothing hidden.',
  'Filling the memory with large pictures: their size is checked before decoding, and one is drawn at a time.',
  'Guessing a secret by the length of a compressed answer: personal pages are not compressed for another site.',
  'Reaching up from a sub-organization: rights go down the tree, never up.',
  "Sharing another person's address: each account stays its owner's, and an email says which account it is about.",
  "Grading one's own course, or over another grade: the grader is another person and has seen the latest version.",
  "Reading or replacing another person's documents: reached through their course, downloaded, never displayed in place.",
  'Changing a certificate unseen, or printing a second one: each version is kept, and the old one names the new.',
  'Selling a pass by moving a student on: no seat time, never past the final exam, the reason stays on record.',
  'Passing by an identity check: what is due is decided here, and nothing of the course answers until it is passed.',
  "Guessing personal answers: tries are counted first, time is the database's, and no answer is told or kept readable.",
  'Earning seat time without its student: verification earns none, and idle time ends it.',
  'Reading numbers of people from the tables or a backup: they are kept sealed, and who opens them leaves a row.',
  'Stopping the server with one file: it is read in a thread with limits, in linear time, behind the other files of its sender.',
] as const

/** Threats with numbers from outside. */
const numbered: Readonly<Record<number, string>> = {
  54: 'Reaching staff through what they read of a ticket: texts stay texts, images are drawn again.',
  55: 'Passing for the product or for staff in a chat: the session says who writes, the server what it says itself.',
  56: "Reading, hearing or finding another person's ticket: it does not exist.",
  60: 'Recording the result of an external exam: only our own question to its provider writes it, about a session made here.',
  61: 'Typing in place of another by a paste, a copy or a machine: refused, and the doubt asks a question.',
  62: 'Holding up the server with requests, sockets or a large body: each sender has a bounded share, asked before the bytes.',
}

const all: readonly (readonly [number: number, sentence: string])[] = [
  ...threats.map((sentence, index) => [index + 1, sentence] as const),
  ...Object.entries(numbered).map(([number, sentence]) => [Number(number), sentence] as const),
]

const root = resolve(import.meta.dirname, '..')
const title = /^\s*(?:\]\))?(?:(?:test|it|describe)\b.*?)?\(?(['"`])T-(\d\d): (.*?)\1,/gm
type Proof = { number: number; file: string; says: string }

async function proofs(): Promise<Proof[]> {
  const list: Proof[] = []
  for await (const file of glob('{modules,platform,web,jobs,tests}/**/*.test.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, , number, sentence] of text.matchAll(title))
      list.push({ number: Number(number), file, says: sentence! })
  }
  return list.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
}

const nameOf = (number: number) => `T-${String(number).padStart(2, '0')}`

function chapter(number: number, sentence: string, proofs: readonly Proof[]): string {
  const threatProofs = proofs.filter((proof) => proof.number === number)
  const files = [...new Set(threatProofs.map(({ file }) => file))].map((file) => {
    const lines = threatProofs.filter((proof) => proof.file === file).map((proof) => `  - ${proof.says}`)
    return [`- \`${file}\``, ...lines].join('\n')
  })
  return [`## ${nameOf(number)}`, '', sentence, '', ...files].join('\n')
}

test('every threat is covered by a test whose title begins with its number', async () => {
  const proved = new Set((await proofs()).map(({ number }) => number))
  expect(all.map(([number]) => number).filter((number) => !proved.has(number))).toEqual([])
})

test('docs/threats.md lists the tests (vitest -u writes it)', async () => {
  const proved = await proofs()
  const head = `# Threats and their proofs

The attacks on accounts, sessions, tenants, lists and money, and the tests that prove the answer to each. Written by
\`tests/threats.test.ts\` from the titles of all tests: \`npx vitest run --project unit tests/threats.test.ts -u\`.`
  const text = [head, ...all.map(([number, sentence]) => chapter(number, sentence, proved))].join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('../docs/threats.md')
})
