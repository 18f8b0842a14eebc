import { z } from '#platform/schema.ts'

export const LookupOption = z.object({ label: z.string(), value: z.int() })
export const CountyOption = LookupOption.extend({ lk_state_id: z.int() })
export const StateOption = LookupOption.extend({ code: z.string() })
