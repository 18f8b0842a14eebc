import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import { channels } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { findCode } from './phone-code.sql.ts'
import { endingOf, openNumber } from './phone-number.ts'

/** The destination and delivery state of a code; never the code. */
export const PhoneShown = z.object({
  /** The last four digits of the number; null if there is none. */
  ending: z.string().nullable(),
  sent: z
    .object({ channel: z.enum(channels), state: z.string(), minutes_left: z.number(), usable: z.boolean() })
    .nullable(),
  /** The course's text about phone checks. */
  content: z.string(),
})
export type PhoneShown = z.output<typeof PhoneShown>

/** The phone of a setup (`identity_check_id` is null) or a check, with the delivery state of its last code. */
export async function showPhone(
  ctx: Ctx,
  setup: Setup | null,
  identity_check_id: number | null,
  content: string,
): Promise<PhoneShown> {
  const number = setup && openNumber(ctx, setup)
  const code = setup && (await findCode(ctx, setup, identity_check_id))
  const delivery = code && {
    channel: code.channel,
    state: code.state,
    minutes_left: Math.ceil(code.seconds_left / 60),
    usable: !code.expired && code.used_at === null && code.state !== 'failed',
  }
  return { ending: number ? endingOf(number) : null, sent: delivery, content }
}
