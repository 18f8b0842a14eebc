import { findProductTexts } from '#platform/checks/product-texts.ts'
import type { Database } from '#platform/db/database.ts'
import { root } from '#scripts/run.ts'
import type { Running } from '#scripts/site.ts'
import { compare, type Pace } from './compare.ts'
import { addressOf, type LoadRequest } from './load.ts'
import { type Row, rate } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'
import { lessonRequest } from './throughput.ts'

const added = ['fr-ca', 'de-de', 'pt-br']
const changedTexts = 500
const goal = 0.95

/** Adds three languages, and 500 changed texts in each of them and in English, spread over the product. */
export async function addWords(db: Database): Promise<void> {
  const all = findProductTexts(root)
  const step = Math.floor(all.length / changedTexts)
  const chosenTexts = all.filter((_, index) => index % step === 0).slice(0, changedTexts)
  if (chosenTexts.length < changedTexts) throw new Error(`the product has only ${all.length} texts`)
  await db.tx(async (sql) => {
    await sql`insert into settings.system_language ${sql(added.map((language) => ({ language, name: language })))}`
    const [change] = await sql<{ id: number }>`
      insert into settings.text_change (kind) values ('save') returning text_change_id as id`
    for (const language of ['en-us', ...added]) {
      const rows = chosenTexts.map(({ path, key, english, spanish }) => {
        const translation = { msgstr: english, english, spanish, state: 'approved' }
        return { ...translation, key: `${path}:${key}`, language, text_change_id: change!.id }
      })
      await sql`insert into settings.translation ${sql(rows)} on conflict do nothing`
    }
  })
}

type Sides = { plain: Running; reworded: Running; seeded: Seeded; pace: Pace }

/** Pages of a server whose database has three more languages and 500 changed texts, against one without. */
export async function languageRows({ plain, reworded, seeded, pace }: Sides): Promise<Row[]> {
  const pages: [string, (n: number) => LoadRequest][] = [
    ['/login', (n) => ({ path: '/login', address: addressOf(n) })],
    [
      'the dashboard',
      (n) => ({ path: '/dashboard', session: sessionOf(seeded.first.user_id + (n % seeded.students)) }),
    ],
    ['a lesson page', (n) => lessonRequest(seeded, n)],
  ]
  const rows: Row[] = []
  for (const [name, requestOf] of pages) {
    const { cpu, low, high, ...rates } = await compare(
      { server: plain, requestOf },
      { server: reworded, requestOf },
      pace,
    )
    rows.push({
      label: `${name} with ${added.length} languages and ${changedTexts} changed texts, against none`,
      measured: cpu.toFixed(2),
      goal: `>= ${goal}`,
      met: cpu >= goal,
      note: `answers per second of processor; ${rate(rates.subject)} against ${rate(rates.reference)}; rounds ${low.toFixed(2)} to ${high.toFixed(2)}`,
    })
  }
  return rows
}
