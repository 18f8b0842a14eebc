import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#web/pages.ts'
import { type Client, openTestApp } from './support/app.ts'
import { byCookie, openOutsiders } from './support/outsiders.ts'
import type { Ids, Situation } from './support/records.ts'
import { sumTables } from './support/sums.ts'
import { openVictim, type Victim } from './support/victim.ts'

const app = await openTestApp({ jobs: true })
let victim: Victim
let outsiders: Record<string, Client>

beforeAll(async () => {
  victim = await openVictim(app)
  outsiders = await openOutsiders(app)
})

describe('T-20: no page shows a record to another person', () => {
  const situations: readonly [RegExp, Situation][] = [
    [/manage\/courses/, 'authored'],
    [/success/, 'purchase'],
    [/manage\/(?!organization).*documents/, 'uploaded'],
    [/manage.*submission/, 'handedIn'],
    [/submission/, 'failed'],
    [/quiz/, 'quiz'],
    [/registration/, 'registering'],
    [/agreement/, 'agreeing'],
    [/confirm/, 'confirming'],
    [/course-extension/, 'expired'],
    [/passed|issued|completion-report|certificateId/, 'passed'],
    [/:studentCourseId/, 'player'],
  ]
  const personal = pages.flatMap(({ address }) => {
    const situation = situations.find(([about]) => about.test(address))?.[1]
    return situation && address.includes(':') ? [[address, situation] as const] : []
  })

  it.each(personal)('%s', async (address, situation) => {
    const ids: Ids = {
      ...victim.ids[situation],
      id: victim.ids.failed.quizAttemptId,
      transactionId: victim.ids.purchase.id,
      certificateId: victim.ids.passed.student_certificate_id,
      version: victim.ids.authored.published_id,
      method: 'phone',
    }
    const fill = (value: (name: string) => unknown) =>
      address.replaceAll(/:(\w+)(\{(?:[^{}]|\{[^}]*\})*\})?\??/g, (_, name: string) => String(value(name)))
    const victimPath = fill((name) => ids[name] ?? 1)
    // A tab of a record isn't a record.
    const nowhere = fill((name) => (name === 'tab' || name === 'method' ? ids[name] : 999_999_999))
    const still = await sumTables(app)
    for (const [who, client] of Object.entries(outsiders)) {
      for (const form of [undefined, { answer: '1', agreement: 'I Agree' }]) {
        const response = await client.visit(victimPath, form)
        const missingResponse = await client.visit(nowhere, form)
        const toLogin = /^\/login/.test(response.headers.get('location') ?? '')
        expect(response.status, who).toBe(missingResponse.status)
        if (!toLogin) expect(response.headers.get('location'), who).toBe(missingResponse.headers.get('location'))
        expect(response.text, who).not.toMatch(new RegExp(`${victim.lastName}|${victim.email}`, 'i'))
      }
    }
    expect(await sumTables(app), 'something was changed').toEqual(still)
    // Staff read a student's pages.
    const reader = address.startsWith('/manage') ? await app.userId('admin@example.com') : victim.user_id
    const page = await byCookie(app, (await app.actorOf(reader)).token).visit(victimPath)
    expect([200, 302, 303], page.text.slice(0, 200)).toContain(page.status)
    expect(page.headers.get('location') ?? '').not.toMatch(/^\/(login|404|dashboard)/)
  })
})
