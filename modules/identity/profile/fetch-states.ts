import { options } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { lk_state } from '#platform/states.ts'

export const fetchStates = operation({
  call: 'GET /user/states/fetch',
  summary: 'Lists states whose name contains a text: `state=contains:flo`',
  may: anyone,
  takes: z.object({ state: optionalText(100) }),
  gives: z.object({
    data: z.array(z.object({ lk_state_id: z.int(), state: z.string(), label: z.string(), value: z.int() })),
  }),
  async run(ctx, { state }) {
    const query = state.replace(/^contains:/, '').toLowerCase()
    const matches = options(lk_state, ctx.locale).filter(({ label }) => label.toLowerCase().includes(query))
    return { data: matches.map((option) => ({ ...option, lk_state_id: option.value, state: option.label })) }
  },
})
