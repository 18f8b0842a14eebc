import { beforeAll, expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { callOperation } from '#tests/support/call.ts'
import { examples, inputOf } from '#tests/support/examples.ts'
import { byCookie } from '#tests/support/outsiders.ts'
import { sumRowsOf } from '#tests/support/sums.ts'
import { openVictim, type Victim } from '#tests/support/victim.ts'

/** Staff decisions on whether a course was taken, by whom and in time. */
const decisions = [
  'POST /attachment/submissions/review',
  'POST /certificate/issue',
  'POST /course/extend',
  'POST /course/setStudentCourseStatus',
  'POST /externalProvider/ClearConfiguration',
  'POST /externalProvider/review',
  'POST /quiz/submissions/grouped/submit',
  'POST /quiz/submissions/submit',
  'POST /registration/correctAffirmation',
  'POST /report/postCompletion',
  'POST /report/resolveUnanswered',
  'POST /security/answerAppeal',
  'POST /security/resetSetup',
  'POST /security/unlock',
  'POST /security/waiveMethod',
  'POST /student/advance',
  'POST /student/extraTime',
] as const

const app = await openTestApp({ jobs: true })
const { read } = app.database
const operations = new Map(
  manifests.flatMap((manifest) => manifest.operations).map((operation) => [operation.call as string, operation]),
)
let student: Victim
let admin: Client

beforeAll(async () => {
  student = await openVictim(app)
  const user_id = await app.userId('admin@example.com')
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id, created_at, ended_at)
    values (1, ${user_id}, ${student.user_id}, platform.now() - interval '1 year', platform.now() - interval '89 days')`
  admin = byCookie(app, (await app.actorOf(user_id)).token)
})

test.each(decisions)(
  "T-44: refuses %s for a course of one's own accounts, even unlinked within 90 days",
  async (call) => {
    const [operation, example] = [operations.get(call)!, examples[call]!]
    const before = await sumRowsOf(app, student.user_id)
    const { status, body } = await callOperation(
      admin,
      operation,
      inputOf(operation, example, student.ids[example.situation]),
    )
    expect([status, body.code]).toEqual([403, expect.stringMatching(/^OWN_(WORK|COURSE)$/)])
    expect(await sumRowsOf(app, student.user_id)).toEqual(before)
  },
)
