import { selfOrManagerOf, subjectOf } from '#modules/identity/people/people-scope.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { listLinked } from './linked-account.sql.ts'

type Input = { user_id?: number | null }

const LinkedAccount = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  loginid: z.string(),
  role: z.enum(['Admin', 'Instructor', 'Student', 'Support', 'Auditor']),
  organization_name: z.string(),
})
const takes = z.object({ user_id: id().nullish() })

export const fetchLinkedUsers = operation({
  call: 'GET /user/linkedUsers/fetch',
  summary:
    'Lists the accounts a person can switch to. `hiddenAccountCount` counts those that are disabled or on other sites',
  may: selfOrManagerOf<Input>('READ'),
  takes,
  gives: z.object({ data: z.array(LinkedAccount.extend({ related_user_id: z.int() })), hiddenAccountCount: z.int() }),
  async run(ctx: Ctx, input) {
    const { people, hidden } = await listLinked(ctx, subjectOf(ctx, input), 'to')
    return {
      data: people.map((person) => ({ ...person, related_user_id: person.user_id })),
      hiddenAccountCount: hidden,
    }
  },
})

export const fetchAccountsLinkedTo = operation({
  call: 'GET /user/accountLinkedTo/fetch',
  summary: 'Lists the accounts that can switch to this one',
  may: selfOrManagerOf<Input>('READ'),
  takes,
  gives: z.object({ user: z.array(LinkedAccount.extend({ user_id: z.int() })), hiddenAccountCount: z.int() }),
  async run(ctx: Ctx, input) {
    const { people, hidden } = await listLinked(ctx, subjectOf(ctx, input), 'from')
    return { user: people, hiddenAccountCount: hidden }
  },
})
